"""Any frame there can be, for Hypothesis."""

from hypothesis import strategies as st

from hardware.flagfall_line import messages
from hardware.flagfall_line.messages import POINTS, Frame
from hardware.wing import Wing

BYTE, WORD, LONG = st.integers(0, 255), st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF)
WING = st.none() | st.sampled_from(Wing)
ASCII = st.text(st.characters(codec="ascii"), max_size=31)

BOARDS = st.sampled_from(POINTS[1:]).flatmap(lambda points: st.text(".xwb", min_size=points, max_size=points))

BODIES = st.one_of(
    st.builds(
        messages.Hello,
        points=st.sampled_from(POINTS[1:]),
        sensor=st.sampled_from("ocp"),
        clock=st.booleans(),
        settable=st.booleans(),
        first=WORD,
        firmware=ASCII,
        serial=ASCII,
    ),
    st.builds(messages.Snapshot, pieces=BOARDS),
    st.builds(messages.Change, square=BYTE, piece=st.sampled_from(".xwbWB")),
    st.builds(messages.Lever, by=st.sampled_from(Wing)),
    st.builds(
        messages.Clock,
        left_ms=LONG,
        right_ms=LONG,
        running=WING,
        left_flag=st.booleans(),
        right_flag=st.booleans(),
        lever=WING,
    ),
    st.builds(messages.Button, code=BYTE, by=WING),
    st.builds(messages.Heartbeat, late=WORD, battery=st.none() | st.integers(0, 254)),
    st.builds(messages.ClockDone, order=BYTE, ok=st.booleans()),
    st.builds(messages.Ask, snapshot=st.booleans()),
    st.builds(messages.Ack),
    st.builds(messages.Replay, begin=WORD),
    st.builds(messages.SetClock, order=BYTE, left_ms=LONG, right_ms=LONG, running=WING),
)  # fmt: skip
FRAMES = st.builds(Frame, WORD, WORD, LONG, BODIES)
