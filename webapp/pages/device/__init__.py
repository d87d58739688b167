"""What a device keeps: the whole site for use without a network (`offline_page`), and its settings (`comfort_page`).

`programs_page` answers programs that look for something at a fixed address.
"""
