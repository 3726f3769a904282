"""What runs inside Hermes: standard library only, nothing of ours imported."""
