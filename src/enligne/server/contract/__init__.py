"""Every message between a page and the server, typed, once.

The registry says of each request what it asks with, what it is answered with, and what it may
cost. The types of the page and the tables of the documentation are made from it (``make
contract``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from enligne.server.contract import games, lab, people, prices, puzzles, words
from enligne.server.contract.refusals import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from msgspec import Struct


@dataclass(frozen=True, slots=True)
class Entry:
    """A request.

    Args:
        asks: what it says.
        answers: what it is granted with.
        price: what it may cost, in seconds of a processor.
        about: for people.
    """

    asks: type[words.Request]
    answers: type[words.Answer]
    price: Callable[[Any], float]
    about: str


REQUESTS: dict[str, Entry] = {
    # Rooms.
    "catalogue": Entry(
        games.CatalogueRequest,
        games.Catalogue,
        prices.catalogue,
        "what can be played by these rules",
    ),
    "reach": Entry(words.Nothing, games.Reach, prices.look_up, "where others open this server"),
    "create": Entry(games.Create, games.NewRoom, prices.look_up, "a new room"),
    "join": Entry(
        games.Join,
        games.Joined,
        prices.look_up,
        "follow a room, and take a free seat if you have none",
    ),
    "watch": Entry(
        games.InRoom, games.Joined, prices.look_up, "follow a room without taking a seat"
    ),
    "texts": Entry(
        games.InRoom, games.Texts, prices.look_up, "the position of a room and its record, as text"
    ),
    "leave": Entry(games.InRoom, words.Done, prices.look_up, "follow it no longer"),
    "move": Entry(
        games.MoveRequest,
        games.Changed,
        prices.look_up,
        "`stale` when the ply is not the current one",
    ),
    "random": Entry(games.RandomMove, games.Changed, prices.look_up, "a random legal move for me"),
    "takeback": Entry(
        games.InRoom,
        games.Changed,
        prices.look_up,
        "against a player at once; against a person an offer, accepted by their `takeback`",
    ),
    "draw": Entry(
        games.InRoom,
        games.Changed,
        prices.look_up,
        "offer a draw to a person, or agree to theirs; it stands until they move",
    ),
    "decline": Entry(
        games.InRoom, games.Changed, prices.look_up, "what the other person has offered"
    ),
    "resign": Entry(games.InRoom, games.Changed, prices.look_up, "give up"),
    "reset": Entry(
        games.InRoom,
        games.Changed,
        prices.look_up,
        "back to the start, when no other person plays",
    ),
    "rematch": Entry(
        games.InRoom, games.NewRoom, prices.look_up, "a new room with the sides changed"
    ),
    "hint": Entry(
        games.InRoom,
        games.Hint,
        prices.second,
        "what the best player here would do; with a seat, and without other people",
    ),
    # People.
    "offered": Entry(
        words.Nothing, people.Offered, prices.look_up, "what the operator offers to people"
    ),
    "name": Entry(
        people.NameRequest,
        people.Named,
        prices.look_up,
        "a name as it would be kept, and in a room what my seat is called",
    ),
    "react": Entry(
        people.ReactRequest,
        words.Done,
        prices.look_up,
        "shown to all who follow the room, and not stored; with a seat",
    ),
    "lobby": Entry(
        words.Nothing, people.Challenges, prices.look_up, "who waits; then events `lobby`"
    ),
    "lobby_leave": Entry(words.Nothing, words.Done, prices.look_up, "no more of these"),
    "open": Entry(
        people.OpenRequest,
        games.Changed,
        prices.look_up,
        "show a room with a free seat in the lobby, or no longer",
    ),
    "accept": Entry(
        people.AcceptRequest,
        games.NewRoom,
        prices.look_up,
        "take the free seat of one who waits; `gone` when somebody else was faster",
    ),
    # What is a visitor's own.
    "games": Entry(
        games.GamesRequest, games.Games, prices.look_up, "my games, the newest first, in pages"
    ),
    "records": Entry(
        games.RecordsRequest, games.Records, prices.look_up, "my games as records, in parts"
    ),
    "forget_games": Entry(
        words.Nothing,
        games.Forgotten,
        prices.glance,
        "delete my games; where others play, only my seat",
    ),
    "carry_out": Entry(
        games.CarryOut, games.CarryCode, prices.look_up, "a code for another browser of mine"
    ),
    "carry_in": Entry(
        games.CarryIn,
        games.Carried,
        prices.glance,
        "be the visitor whose code this is, with the games of both",
    ),
    # The analysis board.
    "position": Entry(
        words.GameRequest, games.Positions, prices.positions, "every position of a game"
    ),
    "set_up": Entry(games.SetUp, games.SetUpPosition, prices.stones, "the board editor"),
    "read": Entry(games.Read, games.ReadGame, prices.text, "any text that was pasted"),
    "record": Entry(words.GameRequest, games.RecordText, prices.game, "the record of a game"),
    "analyse": Entry(
        games.Analyse,
        words.Done,
        prices.analysis,
        "in place of this visitor's running analysis; then events `analysis`",
    ),
    "stop": Entry(games.StopRequest, words.Done, prices.look_up, "end an analysis or a review"),
    "explore": Entry(
        words.GameRequest,
        games.Explored,
        prices.game,
        "what was played in a position, and how those games ended",
    ),
    "review": Entry(
        games.ReviewRequest,
        words.Done,
        prices.review,
        "a [review](library.md#reviews) of a game; then events `review`",
    ),
    "judge": Entry(
        words.GameRequest, games.Judged, prices.judged, "what the last move of a game was worth"
    ),
    # Puzzles.
    "puzzle": Entry(
        puzzles.PuzzleRequest,
        puzzles.PuzzleTask,
        prices.puzzle,
        "a [puzzle](puzzles.md) by its number, or that of today",
    ),
    "puzzles": Entry(
        puzzles.PuzzlesRequest, puzzles.PuzzleNumbers, prices.puzzles, "some puzzles of a kind"
    ),
    # The Lab.
    "lab_search_options": Entry(
        words.Nothing, lab.SearchOptions, prices.look_up, "the options of alphabeta"
    ),
    "lab_search": Entry(
        lab.SearchRequest, lab.TraceAnswer, prices.trace, "a search with every node it visited"
    ),
    "lab_tree": Entry(lab.TreeRequest, lab.TraceAnswer, prices.look_up, "the same of a small tree"),
    "lab_bits": Entry(words.GameRequest, lab.BitsAnswer, prices.glance, "a position as numbers"),
    "lab_evaluation": Entry(
        lab.EvaluationRequest, lab.EvaluationAnswer, prices.glance, "what an evaluation sees"
    ),
    "lab_compare": Entry(
        lab.CompareRequest,
        lab.LadderAnswer,
        prices.ladder,
        "one engine after the other; then events `lab_compare`",
    ),
    "lab_compare_stop": Entry(games.StopRequest, words.Done, prices.look_up, "end it"),
    "lab_boxes_catalogue": Entry(
        words.Nothing, lab.BoxesCatalogue, prices.catalogue, "which machines there can be"
    ),
    "lab_boxes_create": Entry(
        lab.MachineSpec, lab.Wall, prices.course, "a machine, in place of the one this page has"
    ),
    "lab_boxes_curve": Entry(
        lab.MachineSpec, lab.CurveAnswer, prices.course, "the curve of a machine that is not kept"
    ),
    "lab_boxes_train": Entry(
        lab.TrainRequest, lab.Partner, prices.training, "then events `lab_boxes`"
    ),
    "lab_boxes_stop": Entry(words.Nothing, words.Done, prices.look_up, "end the training"),
    "lab_boxes_play": Entry(
        lab.PlayRequest,
        lab.PlayedGame,
        prices.look_up,
        "the game in which these are the visitor's moves; the machine stays as it is",
    ),
    "lab_boxes_learn": Entry(
        lab.PlayRequest, lab.Learnt, prices.look_up, "such a game at its end, and learn from it"
    ),
    "lab_boxes_weakness": Entry(
        words.Nothing, lab.Weakness, prices.glance, "the shortest game that it can still lose"
    ),
    "lab_boxes_save": Entry(
        lab.NamedMachine, lab.SavedMachine, prices.look_up, "among this visitor's machines"
    ),
    "lab_boxes_remove": Entry(
        lab.NamedMachine, words.Done, prices.look_up, "one of this visitor's machines"
    ),
    "lab_boxes_export": Entry(lab.ExportRequest, lab.TextFile, prices.look_up, "as a file"),
    "lab_boxes_print": Entry(lab.NamedMachine, lab.PrintedFile, prices.sheets, "sheets to print"),
}

#: What the server tells by itself.
EVENTS: dict[str, Any] = {
    "change": games.Change,
    "thinking": games.Thinking,
    "reaction": people.Reacted,
    "lobby": people.Challenges,
    "analysis": games.Analysis | words.TaskFailure,
    "review": games.Review | words.TaskFailure,
    "closing": games.Closing,
    "lab_compare": lab.RungNews,
    "lab_boxes": lab.TrainingNews,
}

AnyRequest = TypeVar("AnyRequest", bound=words.Request)


def decode(data: Any, kind: type[AnyRequest]) -> AnyRequest:
    """Reads a request.

    Raises:
        RefusalError: it has another shape, type or size; the text says where.
    """
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise RefusalError("bad_request", str(error)) from None


def granted(answer: Struct | msgspec.Raw) -> msgspec.Raw:
    """An answer as it is sent. What was encoded already, where it was computed, stays so."""
    encoded = bytes(answer) if isinstance(answer, msgspec.Raw) else msgspec.json.encode(answer)
    return msgspec.Raw(b'{"ok":true}' if encoded == b"{}" else b'{"ok":true,' + encoded[1:])
