"""Work on whole documents: reading them part by part, summarising, listing, comparing."""
