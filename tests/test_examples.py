"""The examples learn: what they print is true."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_number_a_move_learns_freight_train() -> None:
    before, after = example("action_values").train("freight-train", 30, 1, say=False)
    assert 0.3 < before < 0.65
    assert after > max(0.6, before + 0.1)


@pytest.mark.deep
def test_a_linear_policy_learns_freight_cars_against_itself() -> None:
    shares = example("policy_gradient").train("freight-cars", 1300, 1, say=False)
    assert shares[0] < 0.65
    assert shares[-1] > 0.75
