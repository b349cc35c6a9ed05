"""User level: all the visits that differ belong to one user, whom the adversary picks on the way."""

from concomp.model import Bool, Int, Monitor, Opaque, Record, register, require, when


class Page(Opaque):
    """A page that was visited; of pages only equality matters."""


class Visit(Record):
    """A user's visit."""

    user: Int
    page: Page


class OneUser(Monitor):
    """All the visits that differ belong to one user."""

    found = register(Bool, False)
    user = register(Int, 0)

    def step(self, left: Visit, right: Visit) -> None:
        require(left.user == right.user)
        with when(left != right):
            require(~self.found | (self.user == left.user))
            self.found = True
            self.user = left.user
