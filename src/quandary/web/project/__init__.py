"""The Django project: settings from a value, headers, the gate, and serving."""
