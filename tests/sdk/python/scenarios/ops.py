import asyncio
import time

import weave


@weave.op
def add(a: int, b: int = 10) -> int:
    return a + b


@weave.op
async def add_later(a: int, b: int) -> int:
    await asyncio.sleep(0.01)
    return a + b


def collect(given, value):
    return [*(given or []), value]


@weave.op(accumulator=collect)
def count_up(n: int):
    yield from range(n)


@weave.op(accumulator=collect)
async def count_up_later(n: int):
    for i in range(n):
        yield i


def function_ops(client):
    return add(1), add(a=1, b=2)


def async_ops(client):
    async def both():
        return await asyncio.gather(add_later(1, 2), add_later(3, 4))

    return sorted(asyncio.run(both()))


def generator_ops(client):
    async def later():
        return [i async for i in count_up_later(3)]

    return list(count_up(3)), asyncio.run(later())


@weave.op
def leaf(n: int) -> int:
    return n * 2


@weave.op
def branch(n: int) -> int:
    return leaf(n) + leaf(n + 1)


@weave.op
def root(n: int) -> list:
    return [branch(n), branch(n + 10)]


def nested_ops(client):
    return root(1)


@weave.op
def fail():
    raise ValueError("no such unit")


@weave.op
def survive() -> str:
    try:
        fail()
    except ValueError as error:
        return f"caught: {error}"


def throwing_ops(client):
    return survive()


class Greeter(weave.Model):
    greeting: str

    @weave.op
    def predict(self, name: str) -> str:
        return f"{self.greeting}, {name}!"


def method_ops(client):
    return Greeter(greeting="Hi").predict("Grace")


@weave.op
def turn(text: str) -> str:
    return step(text)


@weave.op
def step(text: str) -> str:
    return text.upper()


def conversation_threads(client):
    with weave.thread("talk-1"):
        turn("hello")
        turn("how are you")
    with weave.thread("talk-2"):
        turn("bye")


@weave.op
def worker(n: int) -> int:
    return leaf_of_worker(n)


@weave.op
def leaf_of_worker(n: int) -> int:
    time.sleep(0.001)
    return n


@weave.op
def boss() -> list:
    with weave.ThreadPoolExecutor(max_workers=8) as pool:
        return list(pool.map(worker, range(40)))


def many_ops_at_once(client):
    return boss()


@weave.op
def with_attributes() -> str:
    return "done"


def attributes_on_ops(client):
    with weave.attributes({"env": "test", "run": {"id": 7}}):
        return with_attributes()


@weave.op
def odd_values(value):
    return value


def values_of_every_kind(client):
    value = {
        "unicode": "žluťoučký 🐎 \u2028",
        "large": 2**60,
        "float": 1.0,
        "none": None,
        "empty": [[], {}, ""],
        "keys": {"__proto__": 1, "a.b": 2, "": 3},
    }
    odd_values(value)
    return value


SCENARIOS = [
    function_ops,
    async_ops,
    generator_ops,
    nested_ops,
    throwing_ops,
    method_ops,
    conversation_threads,
    many_ops_at_once,
    attributes_on_ops,
    values_of_every_kind,
]
