"""The lessons and exercises of Freight: data, in the TOML files beside this one."""

from importlib.resources import files
from typing import Final

from freightyard.core.lessons import Lesson, read_lessons

LESSONS: Final[tuple[Lesson, ...]] = read_lessons("freight", files(__name__))
