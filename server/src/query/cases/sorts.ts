import { callsWith, type QueryCase, type Rows } from './case.ts'

const MIXED = callsWith('null', '100', '2', '"b"', '"a"')

/** The order of calls by what their JSON and their columns hold. */
export const SORT_CASES: readonly QueryCase[] = [
  sorted('numbers, then texts, then unset', MIXED, 'inputs.x', 'asc', ['2', '100', '"a"', '"b"', 'null']),
  sorted('unset is last in descending order too', MIXED, 'inputs.x', 'desc', [
    '100',
    '2',
    '"b"',
    '"a"',
    'null',
  ]),
  sorted('what is missing is unset', callsWith('missing', '1', '""'), 'inputs.x', 'asc', [
    '1',
    '""',
    'missing',
  ]),
  sorted(
    'numeric texts are numbers, booleans texts',
    callsWith('true', '10', '"9"', 'false', '9.5'),
    'inputs.x',
    'asc',
    ['"9"', '9.5', '10', 'false', 'true'],
  ),
  sorted('texts sort by code point', callsWith('"\u{1F600}"', '"\uFF5E"', '"Z"', '"a"'), 'inputs.x', 'asc', [
    '"Z"',
    '"a"',
    '"\uFF5E"',
    '"\u{1F600}"',
  ]),
  ...statuses(),
  {
    name: 'sort: columns by their type, unset last, in the order of the keys',
    resource: 'calls',
    rows: {
      calls: [
        { id: 'a', wb_run_step: 10 },
        { id: 'b', wb_run_step: 9 },
        { id: 'c' },
        { id: 'd', wb_run_step: 9 },
      ],
    },
    sort: [
      { field: 'wb_run_step', direction: 'asc' },
      { field: 'id', direction: 'desc' },
    ],
    ids: ['d', 'b', 'a', 'c'],
  },
  {
    name: 'a sort by trace name uses the display name',
    resource: 'calls',
    rows: {
      calls: [
        { id: '1', op_name: 'weave:///team/app/op/b:D' },
        { id: '2', op_name: 'weave:///team/app/op/z:D', display_name: 'a' },
        { id: '3', op_name: 'c' },
      ],
    },
    sort: [{ field: 'summary.weave.trace_name', direction: 'desc' }],
    ids: ['3', '1', '2'],
  },
  sorted('a list sorts by its length', listed(1, 2, 0), 'input_refs', 'desc', ['2', '1', '0']),
]

function sorted(
  name: string,
  rows: Rows,
  field: string,
  direction: 'asc' | 'desc',
  ids: readonly string[],
): QueryCase {
  return { name: `sort: ${name}`, resource: 'calls', rows, sort: [{ field, direction }], ids }
}

function statuses(): QueryCase[] {
  const rows: Rows = {
    calls: [
      { id: 'success', ended_at: 2 },
      { id: 'running' },
      { id: 'error', ended_at: 2, exception: 'e' },
      { id: 'descendant_error', ended_at: 2, descendant_failed: true },
    ],
  }
  const order = ['descendant_error', 'error', 'running', 'success']
  return [
    sorted('statuses are texts', rows, 'summary.weave.status', 'asc', order),
    sorted('statuses descending', rows, 'summary.weave.status', 'desc', order.toReversed()),
  ]
}

function listed(...counts: readonly number[]): Rows {
  const refs = (count: number) => Array.from({ length: count }, (_, index) => `weave:///ref/${index}`)
  return { calls: counts.map((count) => ({ id: String(count), input_refs: refs(count) })) }
}
