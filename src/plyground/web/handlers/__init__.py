"""What the server does with each message of the page."""
