"""From features to difficulty: what goes with what people say, and how far it can be trusted."""
