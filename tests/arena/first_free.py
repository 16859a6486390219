"""A ConnectX file: the first column with room, and without gravity the first free cell."""


def helper() -> int:
    return 0


def agent(observation, configuration):  # type: ignore[no-untyped-def]
    assert observation["board"] is observation.board
    assert len(observation.board) == configuration.rows * configuration["columns"]
    print("thinking", observation.step)
    return observation.board.index(helper())


def last() -> int:
    raise AssertionError("this is not the function to ask")
