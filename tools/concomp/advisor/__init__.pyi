# What the door `concomp.advisor` offers: each name once, with the module that defines it.
from .advice import Advice as Advice
from .plans.errors import PlanError as PlanError
from .plans.plan import Plan as Plan
