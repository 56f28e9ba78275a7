/** Values that the examples of several resources share, so that they can be run one after the other. */
export const example = {
  project_id: 'team/app',
  call_id: '01951f3e-0000-7000-8000-000000000001',
  trace_id: '01951f3e-0000-7000-8000-0000000000aa',
  call_ref: 'weave:///team/app/call/01951f3e-0000-7000-8000-000000000001',
  object_id: 'settings',
  /** Of the object `{"a":1}`. */
  object_digest: 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA',
  rows: [
    { q: '2+2?', a: '4' },
    { q: 'capital of France?', a: 'Paris' },
  ],
  row_digests: ['xK5mJYryWyuJfss4k9H6cOVJE1iwgMM9eMs39fudfkQ', 'n2h0HDNd8TNuVjnGBU2XPDFpUH4wvynRA1aBLjhWkNg'],
  /** Of the table with the two rows above. */
  table_digest: '8cc758b230326580ec042e28828545eceac00e792193f238720fd4a21890f939',
  file_text: 'hello world\n',
  /** Of the file with the text above. */
  file_digest: 'qUiQTy8PR5uPgZdpSzAYSw0u0cHNKh7AX4XSmaGSpEc',
  dataset_ref: 'weave:///team/app/object/quiz:XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA',
  scorer_ref: 'weave:///team/app/object/exact_match:XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA',
  evaluation_ref: 'weave:///team/app/object/quiz:XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA',
  model_ref: 'weave:///team/app/object/parrot:XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA',
  feedback_id: '01951f40-7b2a-7c1e-9f55-0a1b2c3d4e5f',
  queue_id: '01951f44-4f50-7d6e-9c7b-8d9e0f1a2b3c',
  queue_item_id: '01951f45-5061-7e7f-8d8c-9e0f1a2b3c4d',
  agent_name: 'planner',
  conversation_id: 'support-42',
  span_trace_id: '5b8efff798038103d269b633813fc60c',
  price_id: '01951f41-1c3d-7a2b-8e4f-1a2b3c4d5e6f',
}
