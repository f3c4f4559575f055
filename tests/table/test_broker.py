"""What a table says of the connection that it has not got."""

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from table.broker import reason_of


@pytest.mark.parametrize("code", [5, ReasonCode(PacketTypes.CONNACK, "Not authorized")])
def test_a_refused_password_is_told_with_what_to_do(code: int | ReasonCode) -> None:
    assert "password of [server]; copy it from the line" in reason_of(aiomqtt.MqttCodeError(code))


def test_other_faults_are_told_as_they_are() -> None:
    assert reason_of(OSError("no way there")) == "no way there"
    assert reason_of(aiomqtt.MqttCodeError(7)).startswith("[code:7]")
    assert reason_of(TimeoutError()) == "TimeoutError"
