"""What was written down, here or on paper, when the log had fewer entries, beside the log as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.archive.checkpoint import Checkpoint, Typed, text
from clabber_audit.archive.complaint import Complaint
from clabber_audit.archive.merkle import Tree
from clabber_audit.archive.opening import Archive

#: A checkpoint from elsewhere.
Paper = Typed | Checkpoint


class Growth:
    """What was written down, here or on paper, when the log had as many entries as the tree beside it has now."""

    def __init__(self, archive: Archive, against: Sequence[Paper]) -> None:
        self.origin, self.against = archive.origin, against
        self.rows = archive.rows("SELECT size, step, root, peaks, checkpoint FROM growth ORDER BY size")
        self.next = next(self.rows, None)
        self.step, self.size = 0, -1

    def beside(self, tree: Tree) -> Iterator[Complaint]:
        """What of that does not fit."""
        while self.next is not None and self.next[0] <= tree.size:
            self.size, step, kept, peaks, line = self.next
            if step != self.step or self.size < tree.size:
                yield Complaint("growth: its steps are not in order")
            elif (kept, peaks, line) != (tree.root(), tree.peaks, _line(self.origin, tree)):
                yield Complaint(f"growth: the first {tree.size} entries are not those that were there")
            self.step += 1
            self.next = next(self.rows, None)
        for typed in self.against:
            if typed.size == tree.size and not typed.matches(tree.root()):
                yield Complaint(f"the first {tree.size} entries are not those that the checkpoint was written for")

    def after(self, tree: Tree) -> Iterator[Complaint]:
        """What does not fit where the log ends."""
        if self.next is not None or self.size != tree.size:
            yield Complaint(f"growth: it does not end at the {tree.size} entries of the log")
        for typed in self.against:
            if typed.size > tree.size:
                has = f"the archive has {tree.size}: entries are missing"
                yield Complaint(f"the checkpoint is for {typed.size} entries, {has}")


def _line(origin: str, tree: Tree) -> str:
    return text(Checkpoint(origin, tree.size, tree.root()))
