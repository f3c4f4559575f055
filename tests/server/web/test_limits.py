from server.web.limits import Attempts


def test_after_some_failures_one_must_wait() -> None:
    attempts = Attempts(most=3, window_ms=1000)
    for ms in (0, 1, 2):
        assert attempts.allowed("a", ms)
        attempts.failed("a", ms)
    assert not attempts.allowed("a", 3)
    assert attempts.allowed("b", 3)
    assert attempts.allowed("a", 1001), "the first failure is out of the window"


def test_success_forgets() -> None:
    attempts = Attempts(most=1)
    attempts.failed("a", 0)
    attempts.succeeded("a")
    assert attempts.allowed("a", 0)


def test_made_up_names_do_not_fill_the_memory() -> None:
    attempts = Attempts(keys=10)
    for n in range(1000):
        attempts.failed(str(n), 0)
    assert len(attempts._failed) == 10
