"""The packaged volume API, with what gantry_lab_cinder mends."""

from cinder.wsgi.wsgi import initialize_application

import gantry_lab_cinder  # noqa: F401

application = initialize_application()
