"""What the library alone must be able to do: run by the Python of an environment that has nothing
but the package and what it always needs. Prints a line for each part."""

from enligne import Game, Limit, Position, arena, engines, learning, puzzles, svg


def corner(position: Position) -> object:
    """A player of one's own."""
    return position.legal_moves[0]


def main() -> None:
    game = Game("connect4", "44455554221")
    score = engines.create("solver").analyse(game).score
    print(f"solver: {score}")
    print(
        f"gomoku: {engines.create('gomoku').analyse(Game('gomoku', 'h8'), Limit(nodes=2000)).move}"
    )
    machine = learning.Menace("tictactoe", variant="her", seed=1)
    curve = learning.train(machine, sparring="coach", games=1500)
    print(f"matchboxes: {curve.worst_case[-1]} lost at worst")
    assert curve.worst_case[-1] == 0
    match = arena.play(corner, "greedy", rules="tictactoe", games=4, processes=2)
    print(f"arena: {match.record} by a player of one's own on two processes")
    print(f"puzzles: {len(puzzles.shipped())}")
    print(f"picture: {len(svg.board(game.position))} characters")


if __name__ == "__main__":
    main()
