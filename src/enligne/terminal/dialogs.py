"""Questions in front of the board, and the help."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual import events
    from textual.app import ComposeResult

_CSS = """
{name} {{ align: center middle; background: $background 60%; }}
{name} > Vertical {{
    width: auto; max-width: 100%; height: auto; max-height: 100%;
    padding: 1 2; border: round $primary; background: $surface;
}}
{name}:ansi {{ background: transparent; }}
{name} Label {{ width: auto; }}
{name} Horizontal {{ width: auto; height: auto; margin-top: 1; }}
{name} Button {{ margin-right: 1; min-width: 8; }}
"""


class Question(ModalScreen["Callable[[], object] | None"]):
    """A question with a few answers, each chosen by its first letter, by Enter or by a click.

    Args:
        answers: their words, each with what it does, if anything. Escape does nothing.
    """

    DEFAULT_CSS = _CSS.format(name="Question")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, answers: Mapping[str, Callable[[], object] | None]) -> None:
        super().__init__()
        self._question = question
        self._answers = answers

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._question, markup=False)
            with Horizontal():
                for label in self._answers:
                    yield Button(label, compact=True)

    def on_key(self, event: events.Key) -> None:
        for label, action in self._answers.items():
            if event.character and event.character.lower() == label[0].lower():
                event.stop()
                self.dismiss(action)
                return

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self._answers[str(event.button.label)])


class SaveQuestion(ModalScreen[None]):
    """Asks for a file until the game is saved there.

    Args:
        name: a proposal.
        save: saves to a file, over another if the second argument says so; what to say then.
    """

    DEFAULT_CSS = _CSS.format(name="SaveQuestion") + (
        "SaveQuestion Input { width: 40; max-width: 100%; margin-top: 1; }"
        "SaveQuestion #problem { color: $error; max-width: 40; width: 40; height: auto; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, name: str, save: Callable[[str, bool], None]) -> None:
        super().__init__()
        self._name = name
        self._save = save
        self._refused = ""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label("Save the game to which file?")
            yield Input(self._name, compact=True)
            yield Static(id="problem", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        name = event.value
        problem = self.query_one("#problem", Static)
        try:
            self._save(name, bool(name) and name == self._refused)
        except FileExistsError as error:
            self._refused = name
            problem.update(f"{error}: Enter again writes over it.")
        except OSError as error:
            problem.update(f"{name}: {error.strerror or error}")
        except ValueError as error:
            problem.update(str(error))
        else:
            self.dismiss(None)


class Help(ModalScreen[None]):
    """The keys, and how to play."""

    DEFAULT_CSS = _CSS.format(name="Help") + "Help VerticalScroll { width: auto; height: auto; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(), VerticalScroll():
            yield Label(self._text, markup=False)

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end", "ctrl+c"):
            event.stop()
            self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
