"""From every older database to the present one: a file a change, in `versions/`, which never changes again.

To change the schema: change `schema.py`, add a file whose `down_revision` is the latest revision and whose `revision` is the next
number, and run `tests/store/test_migrations.py`, which says what the two do not agree on.
"""
