"""docs/python.md: what it shows works, and its tables are complete."""
import re
import shutil

from conftest import TOP

PAGE = (TOP / "docs/python.md").read_text()


def test_the_blocks_of_the_page_run(fixtures, tmp_path, monkeypatch):
    shutil.copy(fixtures / "demo/club-final.mat", tmp_path)
    shutil.copytree(fixtures / "season", tmp_path / "season")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) >= 5
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["best"] == "8/5 6/5"
    assert (tmp_path / "club-final.sgf").exists() and "</html>" in names["html"]
    assert names["chances"].shape == (1000, 5) and len(names["replies"]) == 16
