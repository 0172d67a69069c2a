"""The stages of the graph, a file per stage."""
