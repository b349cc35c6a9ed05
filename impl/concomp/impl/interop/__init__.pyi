# What the door `concomp.interop` offers: each name once, with the module that defines it.
from .child import InChild as InChild
from .child import in_child as in_child
from .dp_events import from_dp_event as from_dp_event
from .dp_events import to_dp_event as to_dp_event
from .mechanism import BorrowedMechanism as BorrowedMechanism
from .messages import Queryable as Queryable
from .messages import data as data
from .messages import query as query
from .opendp_measurements import from_opendp as from_opendp
from .opendp_sessions import Launch as Launch
from .opendp_sessions import Send as Send
from .opendp_sessions import to_opendp as to_opendp
from .tumult_measurements import from_tumult as from_tumult
