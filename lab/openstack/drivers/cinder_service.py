"""`cinder_service.py volume|scheduler options…`: the packaged service, with what gantry_lab_cinder mends."""

import importlib
import sys

name = sys.argv.pop(1)
command = importlib.import_module(f"cinder.cmd.{name}")  # first: it replaces parts of the standard library
import gantry_lab_cinder  # noqa: E402, F401

sys.argv[0] = f"cinder-{name}"
sys.exit(command.main())
