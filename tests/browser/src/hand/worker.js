// An extension of the tests' own, which knows of tabs and windows. The tests speak to this worker through the protocol;
// it stays as long as they are connected to it.
