"""Search of lay-downs for a trick that they can lose, with known and unknown hands."""
