import weave
from PIL import Image


class Settings(weave.Object):
    temperature: float
    tags: list


def published_objects(client):
    ref = weave.publish(Settings(temperature=0.5, tags=["a", "b"]), name="settings")
    read = weave.ref(ref.uri()).get()
    return {"temperature": read.temperature, "tags": list(read.tags)}


def versions_of_objects(client):
    first = weave.publish({"n": 1}, name="versioned")
    weave.publish({"n": 2}, name="versioned")
    read = [weave.ref(name).get()["n"] for name in ("versioned:v0", "versioned:v1", "versioned:latest")]
    client.delete_object_version(first)
    return read


def prompts(client):
    text = weave.publish(weave.StringPrompt("Ask {name} politely."), name="asking")
    messages = weave.publish(
        weave.MessagesPrompt([{"role": "user", "content": "Hello, {name}"}]), name="chat"
    )
    return [text.get().format(name="Ada"), messages.get().format(name="Ada")]


def datasets(client):
    rows = [{"question": f"What is {i} + {i}?", "expected": i + i} for i in range(120)]
    ref = weave.publish(weave.Dataset(name="sums", rows=rows))
    dataset = ref.get()
    last = dataset.rows[119]
    return {
        "length": len(dataset),
        "walked": [row["expected"] for row in dataset],
        "row_ref": weave.ref(last.ref.uri()).get()["question"],
    }


def large_datasets(client):
    rows = [{"n": n} for n in range(1500)]
    dataset = weave.publish(weave.Dataset(name="large", rows=rows)).get()
    return {"length": len(dataset), "walked": sorted(row["n"] for row in dataset)}


@weave.op
def twice(x: int) -> int:
    return x + x


def source_of_ops(client):
    ref = weave.publish(twice)
    # The SDK sends the file with the source in the background.
    client.flush()
    return ref.get()(21)


@weave.op
def draw(image: Image.Image) -> Image.Image:
    return image.rotate(90)


def images(client):
    drawn = draw(Image.new("RGB", (3, 2), "red"))
    ref = weave.publish(drawn, name="drawing")
    client.flush()
    return ref.get().size


@weave.op
def attach() -> weave.Content:
    return weave.Content.from_bytes(b"%PDF-1.4 not really", mimetype="application/pdf")


def contents(client):
    attach()
    client.flush()
    [call] = client.get_calls(filter={"op_names": [f"weave:///team/app/op/attach:*"]})
    return call.output.data.decode()


SCENARIOS = [
    published_objects,
    versions_of_objects,
    prompts,
    datasets,
    large_datasets,
    source_of_ops,
    images,
    contents,
]
