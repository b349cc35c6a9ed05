# What the door `concomp.impl` offers: each name once, with the module that defines it.
from .accounting.numbers import rounded_down as rounded_down
from .accounting.numbers import rounded_up as rounded_up
from .accounting.optimal.best_composition import best_composition as best_composition
from .accounting.parameters import with_e_eps as with_e_eps
from .accounting.parameters import with_epsilon as with_epsilon
from .monitors.stepper import Stepper as Stepper
from .monitors.stepper import compile_step as compile_step
from .monitors.subverifiers import SubVerifiers as SubVerifiers
from .monitors.verifier import Verifier as Verifier
from .monitors.verifier import compile_monitor as compile_monitor
