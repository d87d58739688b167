"""What is looked up: the rules, the score table, the list of yaku, the documents."""
