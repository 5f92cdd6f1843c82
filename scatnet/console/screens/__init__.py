"""One module for each screen: what paints the shared state, and the rows where a screen is made of them."""
