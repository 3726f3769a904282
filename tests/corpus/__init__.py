"""Generated chat messages with and without secrets: kinds by wordings by wrappings by glue, seeded, nothing collected."""
