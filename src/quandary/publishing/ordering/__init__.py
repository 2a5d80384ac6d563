"""Is an order right? The order of a file against measures, a plain search and a learner."""
