"""What the exhibits of the Lab ask for: real searches, boards, evaluations and matchboxes, as data.

Each exhibit of the page has a module here that answers its requests. The page draws; it holds no
rule of any game and computes no value of any search.
"""
