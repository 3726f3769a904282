"""Finding secrets: one interface, one file per way of finding."""
