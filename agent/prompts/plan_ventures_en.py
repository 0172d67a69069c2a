"""Curated English steps for undertakings. ``{t}`` is the topic with a blank, or nothing."""

VENTURES_EN: dict[str, str] = {
    "promotion": """
        Set goal and customers of the {t}promotion | Who should learn what
        Plan channels and dates | A calendar of posts
        Make texts and pictures | A set of posts
        Divide the budget | Amounts per tool and advert
        Post and watch the response | Results and points to change""",
    "launch": """
        Set goal and date of the {t}launch | Goal, customers and launch day
        Divide the preparation | Tasks with owner and deadline
        Make texts and material | Description, pictures and price list
        Test before the launch | A checklist with everything mended
        Launch and collect feedback | Feedback and points to change""",
    "support": """
        Collect the common questions | Questions grouped by kind
        Write the answers | A checked answer for each question
        Build the automatic replies | A desk that answers by itself
        Set when a person takes over | Cases and people
        Test with real questions | Results and points to mend""",
    "automation": """
        Write down the present steps | Input, work and output
        Set how the {t}data is collected | Sources and how often
        Define table and calculations | Columns and formulas
        Build the automatic flow | A flow with a human check
        Test it and set the schedule | A mended flow and report times""",
    "event": """
        Set purpose and size of the {t}event | Guests, mood and budget on one page
        Book date and place | A confirmed date and place
        Plan programme and roles | A timetable with names
        Invite and announce | An invitation and a guest list
        Arrange supplies and costs | A list with amounts
        Check the day | A checklist by the hour""",
    "trip": """
        Set the terms of the {t}trip | Dates, people, budget and wishes
        Choose transport and rooms | A choice for each
        Plan every day | A plan by the day
        Add up the costs | Amounts and a total
        Check bookings and luggage | A complete list""",
    "application": """
        List what the {t}post asks for | Skills and papers
        Sort my experience | Experience that fits
        Write the papers | A draft of CV and letter
        Proofread the papers | Final papers
        Prepare the interview | Questions and answers""",
    "learning": """
        Set the goal of learning {t} | Goal and starting point
        Divide the subject | Topics by the week
        Choose material and tools | Books and tools by topic
        Practise and check | Results by the week
        Sum up what was learnt | A summary on one page""",
    "meeting": """
        Set goal and agenda of the {t}meeting | Agenda and people
        Prepare the papers | Papers to read before
        Keep the minutes | Decisions and opinions
        Share the tasks | Tasks with owner and date""",
    "budget": """
        Collect income and costs | Amounts by item
        Work out the sums | Totals and difference
        Find where to save | Items and amounts
        Make the {t}budget | A budget by month""",
    "shop": """
        Choose the goods and customers of the {t}shop | Goods, prices and buyers on one page
        Check permits and registration | A list of registrations and papers
        Work out costs and prices | Cost, price and profit per article
        Make product photos and texts | Photos and texts for the sales page
        Set up sales, payment and delivery | A sales page that takes orders
        Open and check the first orders | A record from order to delivery""",
    "club": """
        Define purpose and form of the {t}group | Who meets how often and where
        Agree on rules | Fees, attendance and order of a meeting
        Write the call for members | A text with how to join
        Announce it and take names | Places to announce it and a list of members
        Prepare the first meeting | A timetable with materials
        Hold it and collect opinions | Points for the next meeting""",
    "move": """
        Set date and scope of the {t}move | Day, budget and what moves on one page
        Sort the belongings | What moves, what goes, what is bought new
        Compare movers | Prices and terms by company
        Plan the new rooms | A floor plan with places, power and network
        Change addresses and tell people | Addresses to change and people to tell
        Check the day of the move | Tasks by the hour with names""",
    "course": """
        Define learners and goal of the {t}course | Who learns to do what
        Outline the lessons | Topic and exercise per lesson
        Make the lesson material | Slides and exercises per lesson
        Record or try the first lesson | A video or the notes of a trial
        Make the sign-up page | A page with contents, price and dates
        Open it and collect feedback | Opinions and points to mend""",
    "channel": """
        Define topic and viewers of the {t}channel | Topic, viewers and name
        Set up the channel | A channel with description and pictures
        Write the first script | A script with lines and captions per scene
        Film and edit | A first video with subtitles
        Upload with title and picture | A first video that is public
        Plan the next videos | Topics and dates of a month""",
    "training": """
        Define people and goal of the {t}training | Who must be able to do what
        Plan contents and timetable | Topics and exercises by the hour
        Make the training material | Slides and handouts
        Prepare trainers and room | People, room and equipment
        Train and check understanding | Attendance and the results of a short test
        Sum up what to improve | Points for the next training""",
    "hiring": """
        Define the {t}post | Duties, skills and pay on one page
        Write the job advert | An advert with deadline and how to apply
        Publish it and collect applications | Places of the advert and a list of names
        Review papers and prepare questions | Criteria and interview questions
        Interview and choose | A judgement per person and a decision
        Prepare contract and first day | A draft contract and tasks of the first day""",
    "proposal": """
        List what the {t}proposal must answer | Questions, length, deadline and criteria
        Collect the evidence | Figures on market and record with sources
        Set main claim and outline | One sentence per section
        Plan budget and timetable | A table of amounts and dates
        Write the proposal | A draft from start to end
        Check it by the criteria and hand it in | A final version with gaps closed""",
    "renovation": """
        Set scope and budget of the {t}work | Places, budget and time on one page
        Measure and draw the layout | A plan with sizes
        Choose style and materials | Colours, materials and furniture
        Compare contractors | Prices and terms by company
        Schedule the work | A table of tasks and dates
        Check the finished work | A list of defects to mend""",
    "fundraising": """
        Set purpose and amount of the {t}fundraising | Use and amount on one page
        Define donors and rewards | Groups of donors and what they get
        Make text and pictures | Material for the donation page
        Prepare the donation page | A page that takes money, with receipts
        Announce it and report | A calendar of messages
        Settle and say thanks | A report of amounts and use""",
    "exhibition": """
        Set theme and visitors of the {t}exhibition | Theme, visitors and title
        Choose the works | A list with size and order
        Book place and dates | A confirmed place and period
        Plan the layout and write the labels | A floor plan and a text per work
        Make invitation and poster | An invitation and a poster
        Set up and check the opening | A checklist of the opening day""",
    "performance": """
        Set programme and size of the {t}performance | Pieces, people and audience
        Book stage and rehearsals | A confirmed stage and rehearsal dates
        Divide roles and equipment | Names and a list of equipment
        Make poster and programme | A poster and a programme sheet
        Rehearse the whole | Notes of what to mend
        Check the day | A checklist by the hour""",
    "analysis": """
        Set the questions of the {t}analysis | What to learn and for whom
        Collect and clean the data | A table without gaps and doubles
        Calculate by item | Sums, shares and changes
        Find what stands out | Three findings with reasons
        Make tables and charts | A chart per finding
        Write the report | A report that opens with its conclusion""",
    "paperwork": """
        Check conditions and deadline of the {t}filing | Who may, until when and where
        Collect the papers | A list of papers with where to get them
        Fill in the form | A draft with every field filled
        Work out fees and amounts | Amounts by item
        Check and hand it in | A final version with gaps closed
        Follow up and file | A reference number and what comes next""",
    "health": """
        Set the {t}goal and starting point | Goal, time and what to be careful of
        Plan the weeks | A table of what to do each day
        Plan meals and equipment | Meals and a shopping list
        Set how to keep records | A table of what to note daily
        Do it and check every week | Weekly records and changes""",
    "growing": """
        Check the conditions of the {t}project | Place, season, rules and budget
        Choose what to grow or keep | Kinds that suit place and season
        Get equipment and material | Things with amounts
        Prepare the place and start | The work in order
        Plan the care | A calendar of weekly tasks
        Harvest and prepare the next season | Results and points to mend""",
    "archive": """
        Set scope and purpose of the {t}archive | What is sorted, why and how far
        List all there is | Kinds and amounts
        Set folders and names | A folder tree and a rule for file names
        Scan and move | Files in their places
        Check doubles and gaps | What to delete and what to add
        Set storage and backup | How long and how it is kept""",
    "letter": """
        Set reader and purpose of the {t}text | Who reads it and what should follow
        Collect what must be in it | Facts, dates and requests
        Write the draft | A text from start to end
        Adjust tone and length | A text that suits the reader
        Check and send | A final version without errors""",
    "story": """
        Set theme and readers of the {t}story | Theme in one sentence and readers
        Plan people and plot | People and order of events
        Outline the scenes | What happens in each scene
        Write the first draft | A text from start to end
        Rewrite it | A text with better flow and sentences
        Choose where it goes | Places and formats to send or publish it""",
    "game": """
        Set goal and players of the {t}game | Who plays how long and how
        Make rules and flow | Rules with turns and winning
        Prepare pictures and sounds | A list of what is needed
        Build a trial version | A first version to play
        Test it by playing | Problems and mended rules
        Finish and share it | A final version with instructions""",
    "handover": """
        List the {t}duties | Tasks and how often
        Write down how each is done | Steps and papers per task
        Collect accounts and contacts | A table of people and rights
        List the open work | What is left, with deadlines
        Write the handover document | A text that a newcomer can follow
        Do it together and confirm | Questions, answers and a signed checklist""",
    "adoption": """
        Set purpose and terms of the {t}change | Problem, users and budget
        Compare the candidates | Functions, prices and security
        Try it on a small scale | Results and complaints
        Prepare the data | What is moved in which order
        Teach the users | A guide and training dates
        Switch and watch | A checklist of the day and points to mend""",
    "improvement": """
        Set problem and goal of the {t}improvement | What should get better by how much
        Study how it is done now | Order, time and where it gets stuck
        Find the causes | A cause per problem
        Choose the measures | Measures by effect and cost
        Try them | Figures before and after
        Make them last | A text with the new way of working""",
    "product": """
        Define customers and problem of the {t}product | Whose problem it solves
        Study similar products | Prices and features side by side
        Set what it must be | Functions, material and cost
        Make a prototype | A first thing to try
        Let people try it and mend it | Opinions and changes
        Set price and production | Price, amount and maker""",
    "inspection": """
        Check criteria and date of the {t}inspection | Items, criteria and day
        Check the present state | A table of what meets them
        Order what to mend | A list with owner and deadline
        Prepare the evidence | A paper for each item
        Rehearse the inspection | What is left to solve
        Prepare the day | Who guides and in which order""",
}
