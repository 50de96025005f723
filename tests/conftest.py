"""What all tests share: laws are checked by what they find, never by how long a busy machine took to find it."""

from hypothesis import HealthCheck, settings

from companion.store.snapshot import SnapshotWriter

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Every rest is written at once: what may go wrong with the file, goes wrong as often as it can.
SnapshotWriter.pause = 0
