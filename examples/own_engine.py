"""An engine of your own: one method, and it analyses, plays, and is asked like any other."""

from enligne import Analysis, Engine, Game, Heuristic, Limit, Position, Score, Win
from enligne.engines import Request


class Stifling(Engine):
    """Wins if it can, else leaves the other side as few moves as possible."""

    def search(self, request: Request) -> Analysis:
        scores = {
            move: self._score(request.position.play(move)) for move in request.position.legal_moves
        }
        moves = dict(sorted(scores.items(), key=lambda each: each[1], reverse=True))
        best = next(iter(moves))
        found = Analysis(moves[best], (best,), depth=1, nodes=len(moves), moves=moves)
        if request.listener is not None:
            request.listener(found)
        return found

    def _score(self, after: Position) -> Score:
        if after.is_over:
            return Win(1)
        return Heuristic(-len(after.legal_moves))


if __name__ == "__main__":
    with Stifling() as engine:
        print(engine.analyse(Game("connect4", "121212"), Limit(seconds=1)).move)
