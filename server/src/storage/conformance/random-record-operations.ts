import fc from 'fast-check'
import { JsonText } from '../../json/text.ts'
import { agentSpan } from '../../testing/agent-spans.ts'
import { json, texts } from '../../testing/query-arbitraries.ts'
import { newAuditEntry } from './audit.ts'
import { objectOperations, tableOperations } from './random-content-operations.ts'
import { type Operation, operation, page, searchesOf, unordered, wholeList } from './random-operations.ts'
import { annotationItem, annotationQueue, column, feedback, price } from './rows.ts'

const instant = fc.integer({ min: 0, max: 9 })
const nothing = fc.constant(null)

const feedbackId = fc.constantFrom('f0', 'f1', 'É')
const REF = 'weave:///team/app/object/m:D'
const ratings = fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor'), fc.constantFrom(0.5, 3), {
  maxKeys: 2,
  noNullPrototype: true,
})
const feedbackRows = fc
  .record({
    id: feedbackId,
    feedback_type: texts,
    payload: json,
    created_at: instant,
    creator: fc.option(texts),
    scorer_tags: fc.subarray(['a', 'é']),
    scorer_ratings: ratings,
  })
  .map(({ payload, ...row }) => ({ ...row, payload: new JsonText(`{"a":${payload}}`) }))
const feedbackSearches = searchesOf(
  'feedback',
  'id',
  'feedback_type',
  'payload.a',
  'payload.a.b',
  'creator',
  'created_at',
  'scorer_tags',
  'scorer_ratings.a',
)

const feedbackOperations = [
  operation(
    'feedback.put',
    fc.array(feedbackRows, { maxLength: 3 }),
    ({ feedback: store }, project_id, rows) =>
      store.put(rows.map((row) => feedback({ project_id, weave_ref: REF, ...row }))),
  ),
  operation(
    'feedback.replace',
    fc.tuple(feedbackId, feedbackRows),
    ({ feedback: store }, project_id, [old, row]) =>
      store.replace(
        { id: old, weave_ref: REF },
        feedback({ project_id, weave_ref: REF, ...row, id: `new ${old}` }),
      ),
  ),
  operation('feedback.purge', feedbackId, ({ feedback: store }, project, id) =>
    store.purge(project, [{ id, weave_ref: REF }]),
  ),
  operation('feedback.find', feedbackSearches, async ({ feedback: store }, project_id, search) => [
    await store.find({ project_id, ...search }),
    await store.count({ project_id, ...search }),
  ]),
  operation('feedback.on', fc.constantFrom(undefined, 50, 5_000), ({ feedback: store }, project, bytesMax) =>
    store.on(project, [REF, 'unknown'], bytesMax),
  ),
  operation('feedback.listAll', nothing, ({ feedback: store }, project) =>
    wholeList((...from) => store.listAll(project, ...from)),
  ),
  operation(
    'prices.put',
    fc.record({
      id: feedbackId,
      llm_id: texts,
      created_at: instant,
      prompt_token_cost: fc.constantFrom(0, 1e-7, 0.1),
    }),
    ({ prices }, project, row) => prices.put([price(project, row)]),
  ),
  operation('prices.purge', feedbackId, ({ prices }, project, id) => prices.purge(project, [id, 'unknown'])),
  operation(
    'prices.find',
    searchesOf('prices', 'id', 'llm_id', 'prompt_token_cost', 'effective_date'),
    ({ prices }, project_id, search) => prices.find({ project_id, ...search }),
  ),
  operation('prices.forModels', fc.array(texts, { maxLength: 3 }), async ({ prices }, project, models) =>
    unordered(await prices.forModels(project, models)),
  ),
]

const callId = fc.constantFrom('c0', 'c1', 'c2')
const progress = fc.record({
  item_id: callId.map((id) => `item-${id}`),
  annotator_user_id: fc.constantFrom('ada', 'bob'),
  annotation_state: fc.constantFrom('in_progress' as const, 'completed' as const, 'skipped' as const),
  updated_at: instant,
})

const queueOperations = [
  operation(
    'queues.put',
    fc.record({
      id: fc.constantFrom('q', 'other'),
      name: texts,
      deleted_at: fc.option(instant),
      created_at: instant,
    }),
    ({ queues }, project, row) => queues.put(annotationQueue(project, row)),
  ),
  operation('queues.addItems', fc.subarray(['c0', 'c1', 'c2']), ({ queues }, project, ids) =>
    queues.addItems(ids.map((id) => annotationItem(project, id))),
  ),
  // Progress is reported on items that exist.
  operation('queues.putProgress', progress, async ({ queues }, project_id, report) => {
    await queues.addItems([annotationItem(project_id, report.item_id.slice('item-'.length))])
    await queues.putProgress({ project_id, ...report })
  }),
  operation('queues.progress', progress, ({ queues }, project, { item_id, annotator_user_id }) =>
    queues.progress(project, item_id, annotator_user_id),
  ),
  operation('queues.find', page, async ({ queues }, project_id, limits) => {
    const sort = [{ field: column('name'), direction: 'desc' }] as const
    return [
      await queues.find({ project_id, sort, ...limits }),
      await queues.findItems({
        project_id,
        sort: [{ field: column('annotation_state'), direction: 'asc' }],
        ...limits,
      }),
      unordered(await queues.callsIn(project_id, 'q', ['c1', 'c2', 'unknown'])),
      unordered(await queues.count(project_id, ['q', 'other'])),
    ]
  }),
  operation('queues.listAll', nothing, async ({ queues }, project) => [
    await wholeList((...from) => queues.listAll(project, ...from)),
    await wholeList((...from) => queues.listAllItems(project, ...from)),
    await wholeList((...from) => queues.listAllProgress(project, ...from)),
  ]),
]

const spans = fc
  .record({
    id: fc.constantFrom('s0', 's1', 's2'),
    started_at: instant,
    agent_name: fc.option(texts),
    input_tokens: fc.option(instant),
    finish_reasons: fc.subarray(['stop', 'é']),
    custom: json,
    status_code: fc.constantFrom('OK' as const, 'ERROR' as const),
  })
  .map(({ custom, ...row }) => ({ ...row, custom_attrs: new JsonText(`{"a":${custom}}`) }))
const spanSearches = searchesOf(
  'agent_spans',
  'span_id',
  'agent_name',
  'input_tokens',
  'started_at',
  'finish_reasons',
  'custom_attrs.a',
  'status_code',
)

const spanOperations = [
  operation('agentSpans.put', fc.array(spans, { maxLength: 3 }), ({ agentSpans }, project, rows) =>
    agentSpans.put(rows.map(({ id, ...row }) => agentSpan(project, id, row))),
  ),
  operation('agentSpans.remove', spanSearches, ({ agentSpans }, project_id, { condition }) =>
    agentSpans.remove({ project_id, ...(condition && { condition }) }, 100),
  ),
  operation('agentSpans.find', spanSearches, async ({ agentSpans }, project_id, search) => [
    await agentSpans.find({ project_id, ...search }),
    await agentSpans.findDetailed({ project_id, ...search }),
    await agentSpans.count({ project_id, ...search }),
    await agentSpans.attributes({ project_id, ...search }),
  ]),
  operation('agentSpans.group', spanSearches, ({ agentSpans }, project_id, { condition }) =>
    agentSpans.group({
      project_id,
      ...(condition && { condition }),
      keys: [{ kind: 'field', field: column('agent_name') }],
      edges: [0, 5],
      measures: [
        { make: 'count' },
        { make: 'sum', value: { kind: 'field', field: column('input_tokens', 'number') } },
      ],
      ranges: [],
      sort: [{ by: 'measure', at: 0, direction: 'desc' }],
    }),
  ),
  operation('agentSpans.listAll', nothing, ({ agentSpans }, project) =>
    wholeList((...from) => agentSpans.listAll(project, ...from)),
  ),
]

const projectOperations = [
  operation(
    'projects.setRetentionDays',
    fc.tuple(fc.option(fc.integer({ min: 1, max: 9 })), instant),
    ({ projects }, project, [days, at]) => projects.setRetentionDays(project, days, at),
  ),
  operation('projects.find', nothing, async ({ projects }, project) => [
    await projects.find([project, 'un/known']),
    await projects.retention(project),
    await projects.sizes(project),
  ]),
  operation(
    'audit.append',
    fc.record({ at: instant, id: fc.constantFrom('a', 'b'), target: texts }),
    ({ audit }, project_id, entry) =>
      audit.append(newAuditEntry({ ...entry, id: `${project_id} ${entry.id}`, project_id })),
  ),
  operation(
    'audit.find',
    fc.record({ since: fc.option(instant, { nil: undefined }), limit: fc.integer({ min: 0, max: 3 }) }),
    ({ audit }, project_id, search) => audit.find({ project_id, ...search }),
  ),
]

/** Operations on everything but calls, of one store at a time so that they meet. */
export const recordOperations: fc.Arbitrary<Operation[]> = fc.oneof(
  ...[
    objectOperations,
    tableOperations,
    feedbackOperations,
    queueOperations,
    spanOperations,
    projectOperations,
  ].map((operations) => fc.array(fc.oneof(...operations), { minLength: 10, maxLength: 25, size: 'max' })),
)
