"""A player of your own in twenty lines, and a match that it plays."""

from enligne import Move, Position, arena


# The player
def thoughtful(position: Position) -> Move:
    """Wins if it can, else parries, else plays as near to the middle as it can."""
    moves = position.legal_moves
    for move in moves:
        if position.play(move).is_over:
            return move
    middle = (position.rules.width - 1) / 2
    return min(moves, key=lambda move: (dangers(position, move), abs(move.column - middle)))


def dangers(position: Position, move: Move) -> int:
    """How many replies to a move win at once."""
    after = position.play(move)
    return sum(after.play(reply).is_over for reply in after.legal_moves)


# The match
if __name__ == "__main__":
    match = arena.play(thoughtful, "random", "connect4", games=20, processes=2)
    print(match)
