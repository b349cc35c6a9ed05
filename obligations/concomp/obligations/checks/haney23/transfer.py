"""From non-interactive to interactive mechanisms: filters and odometers of f-DP."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from concomp.model.filters.filtered import ContinuationRule, filtered_composition, filtered_concurrent_composition
from concomp.model.filters.measures import F_DP
from concomp.model.filters.messages import Ask, Launch
from concomp.model.filters.simulation import one_shot, simulation_system, simulator, weakest_trade_off
from concomp.model.filters.transformations import Reduction, interactive_from_noninteractive
from concomp.model.filters.validity import Menu, Offer, is_valid_accumulator, is_valid_rule
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import TradeOff, canonical_pair, tensor
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.transformations import JUNK, agreement
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import BITS
from concomp.obligations.families.small.mechanisms import random_trees
from concomp.obligations.solvers.linear import Feasible, settle
