"""Generated chat messages with and without secrets: kinds by wordings by glue, seeded, nothing collected."""
