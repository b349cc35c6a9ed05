from . import model as model
from .model import Monitor as Monitor
