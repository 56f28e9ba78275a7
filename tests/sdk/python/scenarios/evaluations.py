import asyncio

import weave


@weave.op
def exact(expected: str, output: str) -> bool:
    return expected == output


@weave.op
def always_paris(country: str) -> str:
    return "Paris"


def evaluations(client):
    rows = [
        {"country": "France", "expected": "Paris"},
        {"country": "Italy", "expected": "Rome"},
        {"country": "Spain", "expected": "Madrid"},
    ]
    dataset = weave.Dataset(name="capitals", rows=rows)
    evaluation = weave.Evaluation(name="geography", dataset=dataset, scorers=[exact])
    summary = asyncio.run(evaluation.evaluate(always_paris))
    client.flush()
    scored = client.get_calls(scored_by="exact")
    return {"exact": summary["exact"], "scored": sorted(call.inputs["country"] for call in scored)}


def evaluation_logger(client):
    log = weave.EvaluationLogger(name="by_hand", model="house_model", dataset="questions")
    for question, output, score in [("2+2?", "4", 1), ("3+3?", "7", 0)]:
        prediction = log.log_prediction(inputs={"question": question}, output=output)
        prediction.log_score(scorer="correct", score=score)
        prediction.finish()
    log.log_summary({"note": "half right"})


class Length(weave.Scorer):
    limit: int

    @weave.op
    def score(self, output: str) -> dict:
        return {"short": len(output) <= self.limit}


@weave.op
def write(topic: str) -> str:
    return f"All about {topic}."


def scorers_on_calls(client):
    _, call = write.call("otters")
    asyncio.run(call.apply_scorer(Length(limit=5)))
    client.flush()
    return client.get_call(call.id, include_feedback=True).summary["weave"]["feedback"][0]["payload"]["output"]


SCENARIOS = [evaluations, evaluation_logger, scorers_on_calls]
