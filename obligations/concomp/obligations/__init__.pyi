# What the door `concomp.obligations` offers: each name once, with the module that defines it.
from .checks.check import Check as Check
from .checks.check import check as check
from .checks.check import check_of_findings as check_of_findings
from .expectation import Violation as Violation
from .runner.standing import Standing as Standing
from .runner.standing import standing as standing
from .verify.postprocessing import validity_of as validity_of
from .verify.postprocessing import verify_post_processing as verify_post_processing
from .verify.properties.properties import NotAskable as NotAskable
from .verify.properties.sensitivity import Sensitivity as Sensitivity
from .verify.properties.validity import Validity as Validity
from .verify.verdicts import Report as Report
from .verify.verdicts import Verdict as Verdict
