"""Executes the notebooks of python/notebooks, from the top of the repository, with a kernel of this interpreter.

    build/python/venv/bin/python python/tools/notebooks.py FOLDER    # what they show: FOLDER/*.html

Fails where a cell fails or leaves nothing to see, and where a notebook in the repository holds outputs.
"""
import sys
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbconvert import HTMLExporter

here = Path(__file__).resolve().parents[1]


class Kernel(KernelManager):
    """ipykernel in this environment, wherever kernels are registered."""

    @property
    def kernel_spec(self):
        return KernelSpec(argv=[sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"], language="python")


def execute(path, folder):
    notebook = nbformat.read(path, as_version=4)
    if any(cell.get("outputs") for cell in notebook.cells):
        sys.exit(f"{path} holds outputs: clear them")
    NotebookClient(notebook, timeout=120, kernel_manager_class=Kernel, resources={"metadata": {"path": str(here.parent)}}).execute()
    if not any(output for cell in notebook.cells for output in cell.get("outputs", ())):
        sys.exit(f"{path} shows nothing")
    page, _ = HTMLExporter().from_notebook_node(notebook)
    (folder / f"{path.stem}.html").write_text(page)
    print(f"{path.name}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} cells", flush=True)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    found = sorted((here / "notebooks").glob("*.ipynb"))
    for notebook in found:
        execute(notebook, target)
    sys.exit(len(found) < 3)
