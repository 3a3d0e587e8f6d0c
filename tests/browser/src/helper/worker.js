// The helper extension of the tests, which knows tabs and windows. The tests talk to this worker through the protocol. The
// worker runs as long as they are connected to it.
