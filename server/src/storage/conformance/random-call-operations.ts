import fc from 'fast-check'
import { newCallColumns } from '../../domain/calls/columns.ts'
import { newGroup } from '../../domain/calls/stats-plan.ts'
import { callRef } from '../../domain/objects/ref.ts'
import { EXPAND_COLUMNS, FEEDBACK_TYPES, queries, sorts } from '../../testing/query-arbitraries.ts'
import type { CallSearch } from '../port/calls.ts'
import { IDS, id, ids, inProject, instant, objects, parts, REFS, TRACES } from './random-calls.ts'
import { boundOr, Operation, operation, unordered, wholeList } from './random-operations.ts'
import { feedback } from './rows.ts'

const filters = fc.record(
  {
    op_names: fc.subarray([{ equals: 'a' }, { startsWith: 'weave:///team/app/op/ab:' }]),
    input_refs: fc.subarray([{ equals: REFS[0] ?? '' }, { startsWith: 'weave:///team/app/object/m:' }]),
    output_refs: fc.subarray([{ equals: REFS[0] ?? '' }, { equals: '' }]),
    parent_ids: fc.subarray(['c0', 'elsewhere']),
    trace_ids: fc.subarray(TRACES),
    call_ids: ids,
    thread_ids: fc.subarray(['th', '']),
    trace_roots_only: fc.constant(true as const),
    wb_user_ids: fc.subarray(['user', 'É']),
  },
  { requiredKeys: [] },
)

const searches = fc
  .record({
    query: queries,
    sort: sorts,
    filter: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, filters),
    page: fc.record(
      { limit: fc.integer({ min: 0, max: 4 }), offset: fc.integer({ min: 0, max: 3 }) },
      { requiredKeys: [] },
    ),
  })
  .map(({ query, sort, filter, page }) => {
    const request = { resource: 'calls' as const, query, sort, expand_columns: EXPAND_COLUMNS }
    return { ...boundOr(request), filter, ...page }
  })

const inOrderOfStart = (search: Omit<CallSearch, 'project_id'>) => ({ ...search, sort: [] })

/** Fields of every kind: columns, computed and derived fields, paths in documents, feedback. */
const GROUPS = [
  ...['trace_name', 'wb_user_id', 'end_user', 'thread_id', 'model', 'display_name'],
  ...['summary.weave.status', 'summary.weave.kind', 'summary.weave.latency_ms', 'summary.weave.total_tokens'],
  ...['inputs.a', 'output', 'attributes.k', `feedback.[${FEEDBACK_TYPES[0]}].payload.a`],
]

const statistics = fc.record(
  {
    start: fc.constantFrom(-10, 3),
    end: fc.constantFrom(12, 50),
    edges: fc.constantFrom([-10], [-10, 5, 9]),
    group_by: fc.constantFrom(...GROUPS.map(newGroup)),
    group_limit: fc.constantFrom(1, 2),
    price_dates: fc.constantFrom([], [4]),
    search: searches,
  },
  { requiredKeys: ['start', 'end', 'edges', 'search'] },
)

const MEASURES = { aggregations: ['sum', 'avg', 'max', 'count'], percentiles: [50] } as const

const COLUMNS = [
  newCallColumns(),
  newCallColumns({ columns: ['output', 'display_name'] }),
  newCallColumns({ columns: ['id'] }),
]

const writes = [
  operation('calls.write', fc.array(parts, { maxLength: 8 }), ({ calls }, project, written) =>
    calls.write(written.map((part) => inProject(part, project))),
  ),
  operation('calls.removeBefore', fc.integer({ min: -6, max: 4 }), async ({ calls }, project, before) =>
    (await calls.removeBefore(project, before, 100, 9_000)).toSorted(),
  ),
  operation(
    'feedback.put on a call',
    fc.record({
      callId: fc.constantFrom(...IDS, 'unknown'),
      type: fc.constantFrom(...FEEDBACK_TYPES),
      payload: objects,
      at: instant,
    }),
    ({ feedback: store }, project_id, { callId, type, payload, at }) =>
      store.put([
        feedback({
          project_id,
          id: `${callId}-${type}`,
          weave_ref: callRef(project_id, callId),
          feedback_type: type,
          payload,
          created_at: at,
        }),
      ]),
  ),
]

const reads = [
  operation('calls.find', searches, ({ calls }, project_id, search) => calls.find({ project_id, ...search })),
  operation('calls.find by start', searches, ({ calls }, project_id, search) =>
    calls.find({ project_id, ...inOrderOfStart(search) }),
  ),
  operation(
    'calls.find after',
    fc.tuple(searches, fc.record({ started_at: instant, id })),
    ({ calls }, project_id, [search, after]) => calls.find({ project_id, ...inOrderOfStart(search), after }),
  ),
  operation(
    'calls.count',
    fc.tuple(searches, fc.constantFrom(undefined, 2)),
    ({ calls }, project_id, [search, atMost]) => calls.count({ project_id, ...search }, atMost),
  ),
  operation('calls.size', searches, ({ calls }, project_id, search) => calls.size({ project_id, ...search })),
  operation(
    'calls.read',
    fc.tuple(ids, fc.constantFrom(undefined, 3, 40)),
    ({ calls }, project, [wanted, payloadMax]) =>
      calls.read(project, wanted, ['attributes', 'inputs', 'output', 'summary', 'exception'], payloadMax),
  ),
  operation(
    'calls.readPage',
    fc.tuple(ids, fc.integer({ min: 0, max: 200 })),
    ({ calls }, project, [wanted, bytesMax]) =>
      calls.readPage(project, wanted, ['inputs', 'output'], { bytesMax }),
  ),
  operation(
    'calls.findJson',
    fc.tuple(searches, fc.constantFrom(...COLUMNS), fc.boolean()),
    ({ calls }, project_id, [search, columns, includeStorageSize]) =>
      calls.findJson(
        { project_id, ...search },
        100,
        { columns, includeStorageSize },
        { rowsMax: 3, bytesMax: 1_000_000, payloadMax: 50 },
      ),
  ),
  operation('calls.traceSizes', fc.subarray([...TRACES, 'unknown']), ({ calls }, project, traces) =>
    calls.traceSizes(project, traces),
  ),
  operation('calls.usage', ids, async ({ calls }, project, wanted) =>
    unordered(await calls.usage(project, [...new Set(wanted)])),
  ),
  operation(
    'calls.stats',
    statistics,
    async ({ calls }, project_id, { search: { condition, filter }, ...range }) => {
      const query = { project_id, ...range, filter, ...(condition && { condition }) }
      const found = await calls.stats({
        ...query,
        usage: [
          { metric: 'total_tokens', ...MEASURES },
          { metric: 'requests', ...MEASURES },
        ],
        calls: [
          { metric: 'latency_ms', ...MEASURES },
          { metric: 'error_count', ...MEASURES },
        ],
      })
      const summed = await calls.stats({
        ...query,
        usage: [{ metric: 'input_tokens', aggregations: ['sum'], percentiles: [] }],
        calls: [],
      })
      // Of usage that is added up, the instant of one of the calls is shown, of whichever.
      return [
        found.calls,
        found.usage,
        summed.usage.map(({ last_started_at: _, ...row }) => row),
        [...found.priced, ...summed.priced].map(({ started_at: _, ...row }) => row),
      ].map(unordered)
    },
  ),
  operation(
    'calls.threads',
    fc.constantFrom({}, { after: 3 }, { before: 9, thread_ids: ['th'] }),
    ({ calls }, project_id, search) =>
      calls.threads({ project_id, ...search, sort: [{ field: 'thread_id', direction: 'asc' }] }),
  ),
  operation(
    'calls.trace',
    fc.tuple(fc.constantFrom(...TRACES), fc.constantFrom(2, 50)),
    async ({ calls }, project, [traceId, atMost]) => {
      const { usage, ops, op_names, ...trace } = await calls.trace(project, traceId, atMost)
      return { ...trace, ops: ops.map((place) => op_names[place]), usage: unordered(usage) }
    },
  ),
  operation('calls.withEvents', ids, async ({ calls }, project, wanted) =>
    unordered(new Set(await calls.withEvents(project, wanted))),
  ),
  operation('calls.parts', ids, async ({ calls }, project, wanted) =>
    unordered(await calls.parts(project, [...new Set(wanted)], 2 ** 30)),
  ),
  operation('calls.listAll', fc.constant(null), ({ calls }, project) =>
    wholeList((...page) => calls.listAll(project, ...page)),
  ),
  operation('projects.sizes', fc.constant(null), ({ projects }, project) => projects.sizes(project)),
  operation('projects.callSizes', fc.constant(null), ({ projects }, project) =>
    projects.callSizes(project, 10),
  ),
  operation('projects.activity', fc.constantFrom(1, 100), ({ projects }, project, countMax) =>
    projects.activity([project], countMax),
  ),
]

/**
 * Continues after the last read, like a client that keeps a list of calls up to date. Deleted calls that are reported again change
 * nothing: ClickHouse does not know during a write whether a call is deleted.
 */
const changes = fc.constant(
  new Operation('calls.changes', [], async ({ storage, follower }, project) => {
    const found = await storage.calls.changes(project, follower.cursor, 1_000)
    follower.cursor = found.cursor
    for (const { id: changed, deleted } of found.changes) {
      if (deleted) follower.calls.delete(changed)
      else follower.calls.add(changed)
    }
    return { missed: found.missed, calls: unordered(follower.calls) }
  }),
)

/** Operations on calls, with the feedback that their conditions read. */
export const callOperations: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.oneof(...writes), weight: 2 },
  { arbitrary: fc.oneof(...reads), weight: 3 },
  { arbitrary: changes, weight: 1 },
)
