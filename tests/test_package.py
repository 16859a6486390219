"""What others get: the package has the page inside, its version, and a description whose links lead
somewhere."""

import re
import shutil
import subprocess
import sys
import tarfile
from email import message_from_string
from pathlib import Path

import pytest
from release.notes import section

from tests.programs import ROOT, Done, python

SDIST = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"


def sdist(sources: Path, folder: Path) -> Done:
    return python("-c", SDIST, str(folder), cwd=sources)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as somebody gets them who has no git, and has built nothing."""
    folder = tmp_path_factory.mktemp("sources")
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution of this tree, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    done = sdist(ROOT, folder)
    assert done.code == 0, done.errors
    (archive,) = folder.glob("enligne-*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def test_a_source_distribution_has_what_a_wheel_is_made_of(unpacked: Path) -> None:
    page = ROOT / "src/enligne/server/page"
    for path in page.rglob("*"):
        assert (unpacked / path.relative_to(ROOT)).exists(), path
    for name in ("CMakeLists.txt", "core", "src/enligne/data/connect4.book", "LICENSE"):
        assert (unpacked / name).exists()
    for name in ("build", "web/node_modules", ".venv"):
        assert not (unpacked / name).exists()


def test_the_version_of_a_source_distribution_is_kept(unpacked: Path, tmp_path: Path) -> None:
    """Where there is no git to tell it."""
    assert sdist(unpacked, tmp_path).code == 0
    (again,) = tmp_path.glob("*.tar.gz")
    assert again.name == f"{unpacked.name}.tar.gz"


def test_the_description_leads_somewhere_from_everywhere(unpacked: Path) -> None:
    metadata = message_from_string((unpacked / "PKG-INFO").read_text())
    home = dict(url.split(", ") for url in metadata.get_all("Project-URL", []))["Homepage"]
    text = metadata.get_payload()
    assert isinstance(text, str)
    readme = (ROOT / "README.md").read_text()
    pictures = re.findall(r' (?:src|srcset)="([^"]+)"', text)
    assert len(pictures) == len(re.findall(r' (?:src|srcset)="([^"]+)"', readme))
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) == len(re.findall(r"\]\(([^)]+)\)", readme))
    assert all(each.startswith("https://") for each in pictures + links)
    for link in links:
        if link.startswith(f"{home}/blob/HEAD/"):
            name = link.removeprefix(f"{home}/blob/HEAD/").partition("#")[0]
            assert (ROOT / name).is_file(), name
    for picture in pictures:
        assert (ROOT / picture.partition("/HEAD/")[2]).is_file(), picture


def test_without_the_page_there_is_no_package(sources: Path, tmp_path: Path) -> None:
    done = sdist(sources, tmp_path)
    assert done.code == 1
    assert "The page is not built, and a package has it: run 'make page' first" in done.errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("state", "refused"), [("wheel", True), ("editable", False)])
def test_only_a_package_for_others_needs_the_page(
    sources: Path, tmp_path: Path, state: str, refused: bool
) -> None:
    """Whatever else stops the second one: there is no compiler."""
    cmake = Path(sys.executable).with_name("cmake")
    done = subprocess.run(
        [cmake, "-S", sources, "-B", tmp_path, f"-DSKBUILD_STATE={state}", "-G", "Ninja"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert ("The page is not built" in done.stderr) == refused


def test_the_notes_of_a_release_are_its_section_of_the_changes() -> None:
    changes = "# Changes\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2027-01-02)\n\n- old\n"
    assert section(changes, "v0.2.0") == "- old\n"
    with pytest.raises(ValueError, match=r"there is no section '## 0\.3\.0' in the changes"):
        section(changes, "v0.3.0")
    with pytest.raises(ValueError, match="'main' is no tag of a release"):
        section(changes, "main")
    assert section((ROOT / "CHANGELOG.md").read_text(), "Unreleased")
