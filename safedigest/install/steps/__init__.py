"""The steps of an installation, one file each: what is wanted, compared with what is there."""
