"""The engine: plays any game, and knows no game, no screen and no file. Standard library only.

* What rules see: `context.py` (what a procedure may do: asks here, changes in `table_writer.py`, what players see in
  `announcer.py`, both over `progress.py`, which knows where the rules are), `procedure.py`, `requests`, `dice.py` and
  what is read of them (`reading.py`, `thrown.py`), `state`. `keys.py` reads the keys of what was asked and counted.
* What a game declares: `ruleset.py`; `action_list.py` has its actions as data, `data.py` reads its TOML,
  `registry.py` finds it, `setup.py` makes its tables. `campaign.py`, `carry_over.py` and `aftermath.py`: what a
  battle leaves to the next.
* How it is played: `driver.py` sends answers, and in a replay seals and adjustments; `run.py` has the inputs of one
  open procedure; `history.py` undoes and redoes across procedures.
  `session.py` is what front ends call; it asks `intake.py` (what each input does, its commit, and those of a log
  again), `app_dice.py` and `odds_desk.py`. `inputs.py` has a frozen class an input; `journal.py` what is kept and
  handed to the recorder.
* Looking back: `past.py` has the table at any line of the log, and where play can be taken back to, `amending.py`
  another answer in a closed procedure. `log.py` and `story.py` tell records in sentences, `change_words.py` one change;
  `bookkeeping.py` knows what of it tells nothing new.
* Odds: `odds.py` says what a choice is worth, by a formula of the game, by the dice that each option leads to
  (`look_ahead.py`), or, as a last resort, played out with random dice (`sampling.py`); `odds_desk.py` chooses and
  remembers.
* Dice of the app: `seed.py` says what they follow from, `app_dice.py` rolls and checks them (docs/dice.md).

A request that is never awaited is a fault of the rules, found at the next request. A roll without a result gets a
bare one, so that no front end can miss the faces.
"""
