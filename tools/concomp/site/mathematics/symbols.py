"""The symbols that plain-text names and operators stand for."""

from __future__ import annotations

from collections.abc import Mapping

GREEK: Mapping[str, str] = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "eps": "ε",
    "zeta": "ζ",
    "eta": "η",
    "theta": "θ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "xi": "ξ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "phi": "φ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
    "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ",
    "Lambda": "Λ",
    "Xi": "Ξ",
    "Pi": "Π",
    "Sigma": "Σ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Omega": "Ω",
}
NAMES: Mapping[str, str] = {**GREEK, "inf": "∞", "infinity": "∞", "TOP": "⊤", "BOT": "⊥", "sum": "∑", "prod": "∏"}
OPERATORS: Mapping[str, str] = {
    "<=>": "⇔",
    "<->": "↔",
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    "=>": "⇒",
    "|->": "↦",
    "->": "→",
    "in": "∈",
    "o*": "∘*",
    "o": "∘",
    "x": "×",
    "*": "·",
    "-": "−",
    "||": "∥",
    "..": "…",
    "...": "…",
}
