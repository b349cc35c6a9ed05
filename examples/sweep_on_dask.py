"""A thousand audits spread over Dask's workers, one of which is killed on the way: `python sweep_on_dask.py ROWS`.

The rows that are done are kept in the file ROWS. What a killed worker was doing goes to the others; a sweep that is
stopped altogether goes on from the file.
"""

import os
import signal
import sys
import threading
import time
from pathlib import Path

from dask.distributed import Client, LocalCluster

import concomp

TREE = {
    "type": "cm",
    "kernel": {"law": "binary_tree", "leaves": 1, "ratio": "1/2", "clamp": [-8, 8]},
    "horizon": 25,
    "verification": {"kind": "event level"},
}
GRID = {"ratio": [f"{n}/{n + 1}" for n in range(1, 41)], "leaves": list(range(1, 26))}


def kill_a_worker(cluster: LocalCluster, rows: Path, after: int) -> None:
    """Kill the first worker once so many rows are done."""
    while not rows.exists() or rows.read_bytes().count(b"\n") < after:
        time.sleep(0.05)
    os.kill(cluster.workers[0].process.process.pid, signal.SIGKILL)


def main(rows: Path, after: int = 200) -> None:
    """The sweep, with a worker killed after so many rows."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        threading.Thread(target=kill_a_worker, args=(cluster, rows, after), daemon=True).start()
        print(concomp.sweep(TREE, GRID, e_eps=[2], executor=client.get_executor(), keep=rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
