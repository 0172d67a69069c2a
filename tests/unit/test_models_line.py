"""The line in front of a server."""

import asyncio

from agent.models.line import Line
from agent.models.values import Priority


def test_waiting_calls_are_served_by_priority_then_by_arrival():
    served: list[str] = []

    async def call(line: Line, priority: Priority, name: str) -> None:
        async with line.place(priority):
            served.append(name)

    async def run() -> None:
        line = Line()
        async with line.place(Priority.TURN):
            waiting = [
                asyncio.ensure_future(call(line, priority, name))
                for priority, name in [
                    (Priority.BACKGROUND, "background"),
                    (Priority.STEP, "step 1"),
                    (Priority.TURN, "turn 1"),
                    (Priority.STEP, "step 2"),
                    (Priority.TURN, "turn 2"),
                ]
            ]
            await asyncio.sleep(0)
            assert served == []
        await asyncio.gather(*waiting)
        assert line.idle

    asyncio.run(run())
    assert served == ["turn 1", "turn 2", "step 1", "step 2", "background"]


def test_place_given_to_a_cancelled_call_goes_to_the_next():
    served: list[str] = []

    async def call(line: Line, name: str) -> None:
        async with line.place(Priority.TURN):
            served.append(name)

    async def run() -> None:
        line = Line()
        async with line.place(Priority.TURN):
            first = asyncio.ensure_future(call(line, "first"))
            second = asyncio.ensure_future(call(line, "second"))
            await asyncio.sleep(0)
        first.cancel()  # its place was handed over just now
        await asyncio.gather(first, second, return_exceptions=True)
        assert line.idle

    asyncio.run(run())
    assert served == ["second"]


def test_background_work_is_asked_back_by_a_turn_but_not_by_its_like():
    async def run() -> list[str]:
        line, asked = Line(), []
        async with line.place(Priority.BACKGROUND) as place:
            place.give_way = lambda: asked.append("leave")
            other = asyncio.ensure_future(_enter(line, Priority.BACKGROUND))
            await asyncio.sleep(0)
            assert asked == []
            turn = asyncio.ensure_future(_enter(line, Priority.TURN))
            await asyncio.sleep(0)
        await asyncio.gather(other, turn)
        return asked

    assert asyncio.run(run()) == ["leave"]


async def _enter(line: Line, priority: Priority) -> None:
    async with line.place(priority):
        pass
