/** Tables and views that a query can use, with their columns. */
export const SQL_TABLES: Readonly<Record<string, readonly string[]>> = {
  calls: words(
    'id trace_id parent_id thread_id turn_id name op kind status started_at ended_at latency_ms exception cost end_user user_id inputs output attributes summary',
  ),
  traces: words(
    'trace_id root_id name status started_at ended_at latency_ms thread_id end_user calls errors',
  ),
  usage: words(
    'call_id trace_id started_at model input_tokens output_tokens requests input_cost output_cost',
  ),
  feedback: words('id call_id ref type creator user_id created_at payload'),
  objects: words('name digest version class is_latest created_at user_id'),
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
