import weave


def tags_and_aliases(client):
    first = weave.publish({"n": 1}, name="tagged")
    second = weave.publish({"n": 2}, name="tagged")
    weave.add_tags(first, ["reviewed", "old"])
    weave.remove_tags(first, ["old"])
    weave.set_aliases(first, ["production"])
    weave.set_aliases(second, ["candidate", "gone"])
    weave.remove_aliases(second, ["gone"])
    return {
        "tags": weave.get_tags(first),
        "all_tags": weave.list_tags(),
        "all_aliases": sorted(weave.list_aliases()),
        "production": weave.ref("tagged:production").get()["n"],
    }


SCENARIOS = [tags_and_aliases]
