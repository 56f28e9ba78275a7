import weave


class Speller(weave.Object):
    language: str


@weave.op
def spell(n: int, speller: Speller) -> dict:
    return {"even": n % 2 == 0, "text": f"number {n}"}


def listed_calls(client):
    spellers = [Speller(name=language, language=language) for language in ("en", "cs")]
    for n in range(12):
        spell(n, spellers[n % 2])
    client.flush()

    of_spell = {"op_names": [_op("spell")]}
    by_n = [{"field": "inputs.n", "direction": "desc"}]
    even = {"$expr": {"$eq": [{"$getField": "output.even"}, {"$literal": True}]}}
    czech = {"$expr": {"$eq": [{"$getField": "inputs.speller.language"}, {"$literal": "cs"}]}}
    expanded = client.get_calls(
        filter=of_spell, query=czech, expand_columns=["inputs.speller"], columns=["inputs"]
    )
    return {
        "in_order": [call.inputs["n"] for call in client.get_calls(filter=of_spell)],
        "paged": [call.inputs["n"] for call in client.get_calls(filter=of_spell, page_size=5)],
        "sorted": [call.inputs["n"] for call in client.get_calls(filter=of_spell, sort_by=by_n, limit=3)],
        "skipped": [call.inputs["n"] for call in client.get_calls(filter=of_spell, offset=9)],
        "even": [call.inputs["n"] for call in client.get_calls(filter=of_spell, query=even)],
        "counted": len(client.get_calls(filter=of_spell)),
        "expanded": [call.inputs["n"] for call in expanded],
        "followed": client.get_calls(filter=of_spell)[1].inputs["speller"].language,
    }


@weave.op
def child(n: int) -> int:
    return n


@weave.op
def parent(n: int) -> int:
    return child(n)


def children_of_calls(client):
    _, call = parent.call(1)
    client.flush()
    return [found.output for found in client.get_call(call.id).children()]


@weave.op
def doomed_child(n: int) -> int:
    return n


@weave.op
def doomed(n: int) -> int:
    return doomed_child(n)


def deleted_calls(client):
    _, first = doomed.call(1)
    doomed(2)
    client.flush()
    client.delete_call(first)
    return [call.output for call in client.get_calls(filter={"op_names": [_op("doomed")]})]


@weave.op
def nameless() -> str:
    return "done"


def renamed_calls(client):
    _, call = nameless.call()
    call.set_display_name("The first of all")
    client.flush()
    return client.get_call(call.id).display_name


@weave.op
def ask() -> dict:
    return {"model": "house-model", "usage": {"prompt_tokens": 1000, "completion_tokens": 500, "total_tokens": 1500}}


@weave.op
def research() -> list:
    return [ask(), ask()]


def costs(client):
    client.add_cost("house-model", prompt_token_cost=0.001, completion_token_cost=0.002)
    created = client.add_cost("passing-model", prompt_token_cost=1, completion_token_cost=1)
    client.purge_costs(created.ids[0][0])
    _, call = research.call()
    client.flush()
    read = client.get_call(call.id, include_costs=True)
    costs = read.summary["weave"]["costs"]["house-model"]
    return {
        "prices": [price.prompt_token_cost for price in client.query_costs(llm_ids=["house-model"])],
        "purged": len(client.query_costs(llm_ids=["passing-model"])),
        "prompt": costs["prompt_tokens_total_cost"],
        "completion": costs["completion_tokens_total_cost"],
    }


@weave.op
def answer() -> str:
    return "4"


def feedback(client):
    _, call = answer.call()
    call.feedback.add_reaction("👍")
    call.feedback.add_note("right")
    call.feedback.add("grade", {"marks": 9.5})
    passing = call.feedback.add_note("to be purged")
    client.flush()
    call.feedback.purge(passing)
    rows = client.get_call(call.id).feedback
    found = client.get_feedback(reaction="👍")
    return {
        "types": sorted(row.feedback_type for row in rows),
        "found": [row.payload["alias"] for row in found],
    }


def _op(name):
    return f"weave:///team/app/op/{name}:*"


SCENARIOS = [
    listed_calls,
    children_of_calls,
    deleted_calls,
    renamed_calls,
    costs,
    feedback,
]
