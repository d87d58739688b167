"""Pages to look something up: the rules, the score table, the list of yaku, the documents.

The modules build on one another in this order, and import only what comes before them::

    views    markdown, score_table, yaku_list
    routes   documents_page, parts_page, rules_page, score_table_page, yaku_page
"""
