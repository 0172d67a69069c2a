"""What can be checked in code about an answer: its sentences, numbers, citations and their proof.

``sentences`` finds sentences, ``numbers`` reads amounts and dates, ``matching`` finds the span of a
passage that supports a sentence, ``marking`` puts an answer right with all three.
"""
