"""The door of concomp: what people use, each name brought in when it is first used."""

from os.path import dirname, join

import lazy_loader

attached = lazy_loader.attach_stub("concomp", join(dirname(dirname(__file__)), "__init__.pyi"))
"""`__getattr__`, `__dir__` and `__all__` of the package `concomp`, as the stub beside it lists the names."""
