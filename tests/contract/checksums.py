"""Prints the checksums of seeded games: run in other processes under other hash seeds."""

from random import Random

from companion.testing import play_random
from tests.contract.games import IDS, checksum, session

if __name__ == "__main__":
    for of in IDS:
        held = session(of, 11)
        play_random(held, Random(11), most=250)
        print(of, checksum(held), [entry.state_crc for entry in held.entries])
