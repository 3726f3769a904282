"""Runs in the host's Python: makes a store with the host's own code, from a story as JSON on standard input."""

import json
import os
import sys
import time
from pathlib import Path


def main():
    """Tell the story to the store of HERMES_HOME."""
    from hermes_state import SessionDB

    db = SessionDB(db_path=Path(os.environ["HERMES_HOME"]) / "state.db")
    now = time.time()
    for talk in json.load(sys.stdin):
        peer = talk.get("peer", {})
        db.create_session(session_id=talk["id"], source=talk["source"], user_id=peer.get("user_id"))
        if peer and hasattr(db, "record_gateway_session_peer"):
            db.record_gateway_session_peer(talk["id"], source=talk["source"], **peer)
        for role, minutes, text, *more in talk["rows"]:
            db.append_message(talk["id"], role, text, timestamp=now - 60 * minutes, **dict(*more))
        if talk.get("undo"):
            last = db._conn.execute("SELECT MAX(id) FROM messages WHERE role = 'user'").fetchone()[0]
            db.rewind_to_message(talk["id"], last)
    db.close()


main()
