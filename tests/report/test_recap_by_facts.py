"""The recap finds the sentence of who was hurt by what sentences say of whom, never by letters."""

from companion.engine.state.phrases import about
from companion.report.recap import telling


def test_a_name_inside_another_word_is_nobody() -> None:
    sentences = [about("Ogre falls back, hurt.", "ogre"), about("Ogress wins the melee.", "ogress")]
    assert telling(sentences, ["ogre"]) == sentences[0]
    assert telling(sentences, ["nobody"]) == sentences[1]


def test_one_that_is_told_twice_keeps_whom_it_tells_of() -> None:
    sentences = [about("Ann hits Bob.", "ann", "bob")] * 2 + [about("Cid waits.", "cid")]
    assert telling(sentences, ["bob"]) == "Ann hits Bob (2 times)."
