import fc from 'fast-check'
import {
  and,
  type CallRow,
  contains,
  containsAnyCase,
  convert,
  eq,
  type FeedbackRow,
  field,
  gt,
  gte,
  literal,
  lt,
  lte,
  not,
  oneOf,
  or,
  type Rows,
  type SortRequest,
  size,
} from '../query/cases/case.ts'

/** Texts and numbers that are near each other, so that random conditions often hold. */
export const texts = fc.constantFrom(
  ...[
    '',
    'a',
    'A',
    'ab',
    'é',
    'É',
    'İ',
    'ß',
    '😀',
    '～',
    '5',
    '5.0',
    '-3',
    '+7',
    'true',
    'False',
    '1e3',
    ' 5',
  ],
  ...[
    '\n',
    '"',
    '\\',
    "'",
    '0',
    '255',
    '256',
    '.5',
    '5.',
    '99999999999999999999',
    'weave:///team/app/object/m:D',
  ],
)

const numberTokens = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '5',
    '5.0',
    '-3',
    '-3.5',
    '2.5',
    '1e3',
    '1E-3',
    '0.1',
    '100',
    '255',
    '256',
    '-0.0',
  ),
  fc.constantFrom('9007199254740993', '9007199254740992.0', '9223372036854775807', '-9223372036854775808'),
  fc.constantFrom('9223372036854775808', '123456789012345678901234', '1e21', '1.629318253323134e-58', '1e15'),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0))
    .map(String),
)

/** JSON text with keys that the paths below use. */
export const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts.map((text) => JSON.stringify(text)),
    numberTokens,
    fc.constantFrom('true', 'false', 'null', '"\\u00e9\\/"'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', '0', '1', 'a.b', '', '"', '__proto__', 'output'), {
        maxLength: 3,
      })
      .chain((keys) =>
        fc.tuple(...keys.map((key) => tie('value').map((value) => `${JSON.stringify(key)}: ${value}`))),
      )
      .map((members) => `{${members}}`),
  ),
})).value

const inputs = fc.record({ a: json, b: json }).map(({ a, b }) => `{"a":${a},"b":${b}}`)

const OBJECT_REF = 'weave:///team/app/object/m:D'
export const FEEDBACK_TYPES = ['wandb.runnable.s', 'wandb.note.1', 'custom'] as const
const CALL_IDS = ['c0', 'c1', 'c2', 'c3'] as const

const call = (id: string): fc.Arbitrary<CallRow> =>
  fc.record(
    {
      id: fc.constant(id),
      op_name: fc.constantFrom('a', 'weave:///team/app/op/ab:D'),
      parent_id: texts.filter((text) => text !== ''),
      display_name: texts,
      renamed_to: texts,
      started_at: fc.integer({ min: 0, max: 5_000_000 }),
      ended_at: fc.integer({ min: 0, max: 5_000_000 }),
      wb_run_step: fc.integer({ min: 0, max: 300 }),
      exception: texts.filter((text) => text !== ''),
      descendant_failed: fc.boolean(),
      inputs,
      output: json,
      input_refs: fc.uniqueArray(texts, { maxLength: 2 }),
    },
    { requiredKeys: ['id'] },
  )

const feedback: fc.Arbitrary<Omit<FeedbackRow, 'id'>> = fc.record({
  weave_ref: fc.constantFrom(...CALL_IDS).map((id) => `weave:///team/app/call/${id}`),
  feedback_type: fc.constantFrom(...FEEDBACK_TYPES),
  payload: inputs,
  runnable_ref: texts,
})

/** Calls with everything that belongs to them. */
export const rows: fc.Arbitrary<Rows> = fc
  .record({
    calls: fc.tuple(...CALL_IDS.map(call)),
    feedback: fc.array(feedback, { maxLength: 5 }),
    val: inputs,
    deleted: fc.boolean(),
  })
  .map(({ calls, feedback: on, val, deleted }) => ({
    calls: calls.map((row) => (row.ended_at === undefined ? unfinished(row) : row)),
    feedback: on.map((row, index) => ({ ...row, id: String(index) })),
    objects: [{ ref: OBJECT_REF, val, deleted }],
  }))

/** An end carries these, so an unfinished call has none of them. */
function unfinished({ output, exception, descendant_failed, ...row }: CallRow): CallRow {
  return row
}

export const EXPAND_COLUMNS = ['inputs.b']

const paths = fc.oneof(
  fc.constantFrom(
    'inputs',
    'inputs.a',
    'inputs.a.a',
    'inputs.a.0',
    'inputs.a.1.0',
    'inputs.a.a\\.b',
    'inputs.a.',
  ),
  fc.constantFrom(
    'output',
    'output.a',
    'output.0',
    'output.0.a',
    'output.__proto__',
    'output."',
    'summary.a',
  ),
  fc.constantFrom('inputs.b', 'inputs.b.a', 'inputs.b.b.0', 'inputs.a.1.0.1.b'),
  fc.constantFrom('id', 'parent_id', 'op_name', 'display_name', 'exception', 'wb_run_step', 'project_id'),
  fc.constantFrom('started_at', 'ended_at', 'expire_at', 'input_refs', 'annotation_queue_items.queue_id'),
  fc.constantFrom(
    'summary.weave.status',
    'summary.weave.latency_ms',
    'summary.weave.trace_name',
    'summary.weave.op',
    'summary.weave.kind',
    'summary.weave.end_user',
  ),
  fc
    .tuple(
      fc.constantFrom(...FEEDBACK_TYPES, '*'),
      fc.constantFrom('payload', 'payload.a', 'payload.b.0', 'runnable_ref', 'trigger_ref'),
    )
    .map(([type, rest]) => `feedback.[${type}].${rest}`),
)

const literals = fc.oneof(
  texts.map((text) => literal(JSON.stringify(text))),
  numberTokens.map(literal),
  fc.constantFrom('true', 'false', 'null', '0', '1', '2.5').map(literal),
)

const conversions = fc.constantFrom('double', 'string', 'int', 'bool', 'exists')

/** The content of `$expr`: all operators, nested. Some are meaningless and refused when bound. */
export const queries: fc.Arbitrary<string> = fc.letrec<{ operation: string; operand: string }>((tie) => {
  const operand = tie('operand')
  const few = { minLength: 1, maxLength: 3 }
  const comparison = (write: (left: string, right: string) => string) =>
    fc.tuple(operand, operand).map(([left, right]) => write(left, right))
  return {
    operand: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: paths.map(field), weight: 5 },
      { arbitrary: literals, weight: 4 },
      { arbitrary: fc.tuple(operand, conversions).map(([input, to]) => convert(input, to)), weight: 1 },
      { arbitrary: operand.map(size), weight: 1 },
      { arbitrary: tie('operation'), weight: 2 },
    ),
    operation: fc.oneof(
      { depthSize: 'small' },
      ...[eq, gt, gte, lt, lte].map(comparison),
      fc.tuple(operand, texts).map(([input, text]) => contains(input, literal(JSON.stringify(text)))),
      fc.tuple(operand, paths).map(([input, path]) => containsAnyCase(input, field(path))),
      fc.tuple(operand, texts).map(([input, text]) => containsAnyCase(input, literal(JSON.stringify(text)))),
      fc.tuple(operand, fc.array(literals, { maxLength: 3 })).map(([input, list]) => oneOf(input, ...list)),
      fc.tuple(operand, fc.array(operand, { maxLength: 2 })).map(([input, list]) => oneOf(input, ...list)),
      fc.array(operand, few).map((operands) => and(...operands)),
      fc.array(operand, few).map((operands) => or(...operands)),
      operand.map(not),
    ),
  }
}).operation

export const sorts: fc.Arbitrary<SortRequest[]> = fc.array(
  fc.record({ field: paths, direction: fc.constantFrom('asc', 'desc') }),
  { maxLength: 3 },
)
