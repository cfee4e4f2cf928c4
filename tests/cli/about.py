"""What the tests need to know of a lesson stands beside it, in lessons/NN_name/tests.json. A "why" gives the reason.

All of it may be left out:
  small      parameters that make a run short, with edges that are no multiple of a work group
  tiny       parameters of the generator's runs; there are thousands of those
  states     the runs whose final states are on record in tests/states.csv: "frames", and parameters to "set"; "also" variants
             with further parameters, by which they are called there
  formats    of the files that a buffer is loaded from and dumped to, besides .npy and .csv
  load       buffers that are "refused"; that are "checked", so that not any number can be loaded; that are loaded "alone";
             and between which "floats" the numbers have to lie
  stepping   parameters to "set"; variants that the inspector has to find "right", and "wrong"
  pictures   what to "set", and the "frames", of the lesson's own picture, if they are not the default ones; of a "short" run
             that stands for a long one; the same "of" variants that have a picture; and how many "percent" of the pixels
             may differ "elsewhere" than on Mesa's drivers, where rounding decides who flies where
  kernels    the "frames" of the check that run all kernels; parameters, and the variant, of each of the "pictures"; where the kernel machine
             and the driver need not agree ("agreement", with the most that is "allowed": cli/kernels.py); kernels that
             neither checks nor pictures dispatch ("not_run"); and for made-up buffers (kernels/mutate_kernels.c) what a
             block holds ("blocks"), words of uniform blocks ("words"), kernels not judged on them ("not_made_up")
  tasks      those from a "blank" page; options that make a case too "small" to tell, or, by task, one with "nothing_to_do"; those that
             the book leaves to ./wb check ("not_in_pages"), each with the reason, which the page gives
  in_space   the part that is seen in space, or "all": its picture fills whatever part of the window there is, where others are
             shown smaller
  long       the lesson's tests that take long, by the first part of their names: they start first

A lesson's own tests are lessons/NN_name/tests/test_*.py; those in C have a CMakeLists.txt there.
"""
import json
import os
import re

KEYS = {"small": str, "tiny": str, "formats": list, "in_space": str, "long": list,
        "states": {"frames", "set", "also"},
        "load": {"refused", "checked", "alone", "floats"},
        "pictures": {"set", "frames", "short", "of", "elsewhere", "why"},
        "stepping": {"set", "right", "wrong", "why"},
        "kernels": {"frames", "why", "pictures", "agreement", "not_run", "blocks", "words", "not_made_up"},
        "tasks": {"blank", "small", "nothing_to_do", "not_in_pages"}}


def lessons(source):
    """All that run on the workbench."""
    return sorted(name for name in os.listdir(os.path.join(source, "lessons"))
                  if re.match(r"\d\d_", name) and not name.startswith("00_"))


def about(source, lesson):
    """What stands there, with {} for what is left out. A word that no test knows ends the test."""
    name = os.path.join(source, "lessons", lesson, "tests.json")
    found = {}
    if os.path.exists(name):
        with open(name, encoding="utf-8") as file:
            found = json.load(file)
    for key, value in found.items():
        known = KEYS.get(key, ())
        if not isinstance(value, known if isinstance(known, type) else dict):
            raise SystemExit(f"{name}: '{key}' is none of {', '.join(KEYS)}, or not what is meant by it")
        if isinstance(known, set) and not value.keys() <= known:
            raise SystemExit(f"{name}: under '{key}' nothing reads {', '.join(value.keys() - known)}")
    return {**{key: {} for key, known in KEYS.items() if isinstance(known, set)}, **found}


def set_options(settings):
    """The options that set parameters: "keys=9 seed=2" becomes --set keys=9 --set seed=2."""
    return [word for setting in settings.split() for word in ("--set", setting)]
