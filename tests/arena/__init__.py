"""Many matches: jobs, packages, executors, comparing."""
