"""Curated English steps for things that are made. ``{t}`` is the topic with a blank, or nothing."""

MADE_EN: dict[str, str] = {
    "short_video": """
        Set the topic and outline of the {t}short | An outline of what is shown in 60 seconds
        Write the {t}script | A script with a hook, lines per scene and captions
        Make the scenes | Footage or generated clips that fit the script
        Add narration and music | A video with voice and music
        Edit and add subtitles | A finished vertical video
        Upload with title and tags | A published video with title, description and tags""",
    "long_video": """
        Set the audience and outline of the {t}video | An outline with length and main points
        Write the {t}script | A script in scenes with narration
        Prepare scenes and pictures | The footage and pictures that the script needs
        Record the narration | A clean recording of the script
        Edit and add subtitles | A finished video with music and subtitles
        Publish the video | A video that the audience can watch""",
    "clips": """
        Choose the best parts of the recording | A list of passages worth a clip
        Cut the parts into vertical clips | Short clips in vertical format
        Add subtitles and titles | Clips with subtitles and titles
        Schedule the posts | A calendar of scheduled posts per channel""",
    "podcast": """
        Outline the {t}podcast | A description of the show and a list of episodes
        Prepare the first episode | A running order with questions
        Record the episode | The raw recording
        Remove noise and edit | A clean audio file
        Make cover and show notes | A cover picture and a short text
        Publish the episode | An episode in the podcast apps""",
    "audiobook": """
        Edit the {t}text for reading aloud | A text that reads well aloud
        Choose voice and mood | A decision on voice, pace and mood
        Produce the narration | Narration files per chapter
        Add background sounds | Finished audio with even loudness
        Publish the audiobook | An audiobook with cover that can be shared""",
    "newsletter": """
        Define readers and goal of the {t}newsletter | A one-page concept with how often it goes out
        Collect subscribers | A list of readers who agreed, and a sign-up form
        Write the first issue | A draft with subject line and text
        Design the layout | A readable layout with pictures
        Send a test issue | A checked final version
        Send it and read the results | Results and points for the next issue""",
    "blog": """
        Define topic and readers of the {t}blog | One page on topic and readers
        Plan the posts | A list of posts with dates
        Write and edit the posts | Posts that are ready to publish
        Improve the posts for search | Posts with good titles, keywords and captions
        Set up the income | Adverts, affiliate links or products in place
        Check the visits | What works and what to change""",
    "ebook": """
        Set readers and contents of the {t}book | A table of contents
        Write the manuscript | A complete manuscript
        Edit and proofread | A corrected manuscript
        Make pictures and cover | Pictures and a cover
        Typeset the e-book | An e-book file checked on a device
        Put it on sale | A sales page with description and price""",
    "photo_book": """
        Select and sort the photos | Photos in order, doubles removed
        Plan the story of the {t}book | Chapters with their photos
        Improve the photos | Photos of even brightness and size
        Lay out the pages | A finished layout
        Order the print | An order with format, paper and price""",
    "presentation": """
        Clarify the goal of the {t}talk | Audience, time and main message
        Outline the slides | A headline and a message per slide
        Make the slides | Slides with pictures and figures
        Prepare script and answers | What to say, and answers to likely questions
        Rehearse and improve | A talk that keeps its time""",
    "poster": """
        Choose the contents of the {t}poster | Title, key message and required facts
        Write and proofread the text | Short text without errors
        Lay out the poster | A design in the right size
        Review and print | A checked print or file""",
    "brand": """
        Define the look of the {t}brand | Customers, mood and a one-line message
        Design the logo | A logo file in several sizes
        Make sound and advert | A jingle and a short advert
        Prepare the files for use | A set for shop, package and web
        Check the total cost | A sum that fits the budget""",
    "website": """
        Define purpose and visitors of the {t}site | A list of pages
        Prepare structure and texts | Title and text per page
        Prepare design and pictures | A draft of the look
        Build the site | A test site that works on phones
        Test and publish | A public site under its address""",
    "translation": """
        Collect what is to be translated | A list of texts and pictures
        Agree on terms and tone | A list of names and terms
        Translate the {t}texts | A draft of every text
        Review the translation | Text checked by a reader or the list of terms
        Put the translation in place | Final pages and prints""",
    "contract_review": """
        List the main terms of my contract | Payment, period, exit and liability
        Find the same terms in the other contract | Its terms by article
        Compare the differences | A table of terms that differ
        Draft the position | A text that can be sent""",
    "contract_comparison": """
        List the main terms of each contract | Payment, period, exit and liability
        Compare the same terms | A table of terms that differ
        Judge the risks | For each difference what it means
        Draft the position | A text with what is asked for and why""",
    "comparison": """
        Set objects and criteria | Criteria in order of weight
        Collect the facts of each | A table by criterion
        Weigh the differences | Good and bad points of each
        Write the recommendation | A text that says which and why""",
    "report": """
        Set question and scope of the {t}report | Questions and readers
        Collect the sources | A list of sources
        Sort the findings | Findings and figures by question
        Draft the report | Introduction, body and conclusion
        Review and finish | A final text with checked figures""",
    "academic_paper": """
        Find earlier {t}studies | A list of papers
        Sum up and compare them | A table of methods and results
        Outline the argument | Open questions and a claim
        Write and proofread | A text with references""",
    "survey": """
        Set goal and sample of the {t}survey | What to learn and from how many
        Write the questions | A tested list of questions
        Run the survey | Collected answers
        Analyse the answers | Shares and striking points
        Present the results as charts | Charts with a short text""",
    "guide_document": """
        Collect what there is | A list of documents and rules
        Find what is missing | Points to add
        Outline the {t}guide | A table of contents
        Write the guide | A draft with steps and deadlines
        Have it reviewed and share it | A checked guide""",
    "music": """
        Set use and mood of the {t}music | Length, mood and place of use
        Draft melody and words | A draft of the piece
        Produce the piece | A first recording
        Finish the sound | Even loudness and right length
        Check the rights and publish | A release with clear rights""",
    "illustration": """
        Set story and characters of the {t}comic | Plot and characters
        Divide the scenes | Contents of each panel
        Draw the pictures | Pictures by scene
        Add the words | A finished version
        Publish it | A work that readers can see""",
    "app": """
        Define problem and features of the {t}app | A list of needed features
        Sketch screens and flow | A sketch per screen
        Build the first version | A version that works
        Test and mend | A mended version
        Publish and collect feedback | Feedback from users""",
}

OTHER_EN = """
    Write down goal and limits | What is done by when and how
    Find what to know | Ways, risks and sources
    Set the order and what is needed | Tasks in order, with things and prices
    Write what is to be done | A text that can be followed from start to end
    Check and correct | A version with gaps and risks closed"""

PARTS_EN: tuple[str, str, str] = (
    "Write down goal and limits | Contents, dates and budget on one page",
    "Make the {part} | {part} that can be used",
    "Put everything together and check | A final set with gaps closed",
)
BUDGET_EN = "Work out the costs | Amounts by item and a total against the budget"
SCHEDULE_EN = "Set the schedule | A timetable with a deadline per step"
