"""Pictures: shapes and the ways to show them."""
