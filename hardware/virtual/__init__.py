"""Virtual boards, clocks and hands: part of the program, used by the demo, the rehearsal, the README and the tests.

They are written from the byte tables of the devices and share no encoder with the codecs that they talk to.
"""
