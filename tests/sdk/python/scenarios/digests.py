import weave


class Holder(weave.Object):
    held: weave.Object
    scale: float


class Held(weave.Object):
    ratio: float


def client_side_digests(client):
    """A refused digest would turn the feature off; an unknown project would leave it unused."""
    weave.publish({"first": "write, with which the project is known"}, name="first")
    client.flush()
    weave.publish(Holder(name="holder", held=Held(name="held", ratio=1e-07), scale=1.0))
    weave.publish(weave.Dataset(name="floats", rows=[{"n": n / 4} for n in range(8)]))
    client.flush()
    resolver = client.project_id_resolver
    return {
        "off": resolver.is_disabled,
        "used": resolver.get_internal_project_id("team/app") is not None,
    }


SCENARIOS = [client_side_digests]
