"""How what was found is put to people and to other programs; nothing here ever holds a value."""
