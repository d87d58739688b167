"""What a device keeps: the whole site for use without a network (`offline_page`), and its settings (`comfort_page`)."""
