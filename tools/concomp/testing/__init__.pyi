# What the door `concomp.testing` offers: each name once, with the module that defines it.
from . import strategies as strategies
from .privacy import assert_private as assert_private
from .processings import assert_post_processing as assert_post_processing
from .properties import assert_equivalent as assert_equivalent
from .properties import assert_included as assert_included
from .properties import assert_property as assert_property
from .properties import assert_refuted as assert_refuted
