import weave


@weave.op
def reviewed(n: int) -> int:
    return n


def annotation_queues(client):
    calls = [reviewed.call(n)[1] for n in range(3)]
    spec = weave.publish(weave.AnnotationSpec(name="quality", field_schema={"type": "boolean"}), name="quality")
    queue_id = client.create_annotation_queue(name="weekly", scorer_refs=[spec.uri()], description="Be kind.")
    added = client.add_calls_to_annotation_queue(
        queue_id, call_ids=[call.id for call in calls], display_fields=["inputs.n", "output"]
    )
    again = client.add_calls_to_annotation_queue(
        queue_id, call_ids=[calls[0].id], display_fields=["inputs.n", "output"]
    )
    client.update_annotation_queue(queue_id, description="Be kind and quick.")
    [stats] = client.get_annotation_queue_stats([queue_id])
    passing = client.create_annotation_queue(name="passing", scorer_refs=[spec.uri()])
    client.delete_annotation_queue(passing)
    return {
        "added": [added.added_count, added.duplicates],
        "again": [again.added_count, again.duplicates],
        "queue": client.get_annotation_queue(queue_id).description,
        "listed": [queue.name for queue in client.list_annotation_queues()],
        "states": [item.annotation_state for item in client.list_annotation_queue_items(queue_id)],
        "stats": [stats.total_items, stats.completed_items],
    }


SCENARIOS = [annotation_queues]
