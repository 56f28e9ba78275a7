import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRef } from '../../domain/objects/ref.ts'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { QUERY_CASES } from '../../query/cases/all.ts'
import { type CallRow, not, PROJECT_ID, type QueryCase, type Rows } from '../../query/cases/case.ts'
import { EXPAND_COLUMNS, queries, rows, sorts } from '../../testing/query-arbitraries.ts'
import { answerInMemory, type BoundCase, bindCase } from '../../testing/query-cases.ts'
import { wholeCall, wholeFeedback, wholePrice, wholeSpan } from '../../testing/query-rows.ts'
import type { Storage } from '../port.ts'
import { annotationItem, by, column, end, newProjectId, objectVersion, rename, start } from './rows.ts'

const PROPERTY_RUNS = 100
const QUERIES_PER_RUN = 4
const TABLE = 'table'

/** The query cases, run on an engine through the port only. */
export function queryGuarantees(storage: () => Storage): void {
  test.each(QUERY_CASES)('$name', async (queryCase) => {
    const project = newProjectId()
    const { resource, rows: stored, ids, ...request } = inProject(queryCase, project)
    await write(storage(), project, stored)

    const found = await answer(storage(), project, resource, bindCase({ resource, ...request }))

    expect(found).toEqual(ids)
  })

  test('the engine and the evaluator agree on random rows, conditions and sorts', async () => {
    const questions = fc.array(fc.tuple(fc.oneof(queries, queries.map(not)), sorts), {
      minLength: QUERIES_PER_RUN,
      maxLength: QUERIES_PER_RUN,
    })

    await fc.assert(
      fc.asyncProperty(rows, questions, async (randomRows, asked) => {
        const project = newProjectId()
        const stored = inProject(randomRows, project)
        await write(storage(), project, stored)
        for (const [query, sort] of inProject(asked, project)) {
          const bound = boundUnlessRefused(query, sort)
          if (!bound) continue
          const expected = answerInMemory({ resource: 'calls', rows: stored }, total('calls', bound), project)
          expect(await answer(storage(), project, 'calls', bound)).toEqual(expected)
          expect(await countCalls(storage(), project, bound)).toBe(expected.length)
        }
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
}

/** The same data in another project: refs name their project. */
function inProject<Data>(data: Data, project: string): Data {
  return JSON.parse(JSON.stringify(data).replaceAll(PROJECT_ID, project))
}

/** Random operands may not fit together, such as an instant and a text that is not one. */
function boundUnlessRefused(query: string, sort: QueryCase['sort']): BoundCase | undefined {
  try {
    return bindCase({ resource: 'calls', query, sort: sort ?? [], expand_columns: EXPAND_COLUMNS })
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

const TIE_BREAKERS = {
  calls: [by(column('started_at', 'instant')), by(column('id'))],
  feedback: [by(column('created_at', 'instant'))],
  prices: [by(column('created_at', 'instant'))],
  agent_spans: [by(column('started_at', 'instant'))],
  table_rows: [],
}

/** The port leaves ties to the engine, so the sort breaks them by the order of the rows. */
function total(resource: QueryCase['resource'], { sort, ...bound }: BoundCase): BoundCase {
  return { ...bound, sort: [...sort, ...TIE_BREAKERS[resource]] }
}

async function answer(
  storage: Storage,
  project_id: string,
  resource: QueryCase['resource'],
  bound: BoundCase,
): Promise<string[]> {
  const search = { project_id, ...total(resource, bound) }
  switch (resource) {
    case 'calls':
      return storage.calls.find({ ...search, filter: {} })
    case 'feedback':
      return (await storage.feedback.find(search)).map(({ id }) => id)
    case 'prices':
      return (await storage.prices.find(search)).map(({ id }) => id)
    case 'agent_spans':
      return (await storage.agentSpans.find(search)).map(({ span_id }) => span_id)
    case 'table_rows': {
      const sort = search.sort.flatMap(({ field, direction }) =>
        field.kind === 'json' ? [{ path: field.path, direction }] : [],
      )
      return (await storage.tables.find({ ...search, digest: TABLE, sort })).map(({ digest }) => digest)
    }
  }
}

function countCalls(storage: Storage, project_id: string, { condition }: BoundCase): Promise<number> {
  return storage.calls.count({ project_id, filter: {}, sort: [], ...(condition && { condition }) })
}

async function write(storage: Storage, project: string, stored: Rows): Promise<void> {
  const { feedback = [], prices = [], agent_spans = [], table_rows = [], objects = [] } = stored
  await writeCalls(storage, project, stored.calls ?? [])
  const given = feedback.map((row, index) => {
    const whole = wholeFeedback(project, row, index)
    return { ...whole, payload: new JsonText(whole.payload) }
  })
  // Rows count in order of creation, not of insertion.
  await storage.feedback.put(given.toReversed())
  await storage.prices.put(prices.map((row, index) => wholePrice(project, row, index)))
  await storage.agentSpans.put(agent_spans.map((row) => wholeSpan(project, row)))
  const items = table_rows.map(({ id, val }) => ({ digest: id, val: new JsonText(val) }))
  await storage.tables.put(
    project,
    TABLE,
    items.map(({ digest }) => digest),
    items,
  )
  for (const object of objects) await publish(storage, project, object)
}

async function publish(
  storage: Storage,
  project_id: string,
  { ref, val, deleted }: NonNullable<Rows['objects']>[number],
): Promise<void> {
  const parsed = parseRef(ref)
  if (parsed?.kind !== 'object') throw new Error(`${ref} is no ref of an object`)
  const { name: object_id, version: digest } = parsed
  await storage.objects.publish(objectVersion({ project_id, object_id, digest, val: new JsonText(val) }))
  if (deleted) await storage.objects.delete(project_id, object_id, [digest], 1)
}

async function writeCalls(storage: Storage, project: string, calls: readonly CallRow[]): Promise<void> {
  await storage.calls.write(calls.flatMap((row, index) => partsOf(project, row, index)))
  const items = calls.flatMap(({ id, queue_ids = [] }) =>
    queue_ids.map((queue_id) => annotationItem(project, id, { id: `${queue_id}/${id}`, queue_id })),
  )
  await storage.queues.addItems(items)
}

function partsOf(project_id: string, row: CallRow, index: number) {
  const key = { project_id, id: row.id }
  const { attributes, inputs, output, summary, ended_at, renamed_to, otel_dump, ...call } = wholeCall(
    row,
    index,
  )
  const { queue_ids, exception, descendant_failed, output_refs, wb_run_step_end, ...begun } = call
  const payloads = { attributes: new JsonText(attributes), inputs: new JsonText(inputs) }
  const ended = { exception, descendant_failed, output_refs, wb_run_step_end }
  return [
    start(key, { ...begun, ...payloads, otel_dump }),
    ...(ended_at === null
      ? []
      : [
          end(key, {
            ...ended,
            ended_at,
            output: output === null ? null : new JsonText(output),
            summary: new JsonText(summary ?? '{}'),
          }),
        ]),
    ...(renamed_to === null ? [] : [rename(key, renamed_to)]),
  ]
}
