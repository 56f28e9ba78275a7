import { groupBy } from '../../../domain/measures/group-by.ts'
import { callRef, formatRef, parseRef } from '../../../domain/objects/ref.ts'
import type { JsonText } from '../../../json/text.ts'
import { column, isOneOf } from '../../../query/build.ts'
import { evaluate, evaluateValue } from '../../../query/evaluate.ts'
import { type Expression, type Field, inputsOf } from '../../../query/expression.ts'
import { columnReader, type RowReader } from '../../../query/row.ts'
import type { Select } from '../../../query/select.ts'
import { compareSortValues, type SortValue, sortValuesOf } from '../../../query/sort.ts'
import type { FeedbackStore } from '../../port/feedback.ts'
import type { ObjectStore, VersionKey } from '../../port/objects.ts'
import type { QueueStore } from '../../port/queues.ts'
import { PART_COLUMNS, type PartColumn, shownName, type VisibleRecord } from './call-records.ts'

/** The other stores that conditions and sorts of calls read. */
export interface RelatedStores {
  readonly feedback: Pick<FeedbackStore, 'on'>
  readonly objects: Pick<ObjectStore, 'find' | 'values'>
  readonly queues: Pick<QueueStore, 'findItems'>
}

/** A call that matches a search. */
export interface Match {
  readonly id: string
  readonly started_at: number
  readonly size_bytes: number
  /** What it is sorted by. */
  readonly sorted: readonly SortValue[]
}

export const compareMatches = (a: Match, b: Match): number => compareSortValues(a.sorted, b.sorted)

type Judged = Pick<Select, 'where' | 'sort' | 'ties'>

/**
 * Decides about calls with the evaluator of the language, which is the definition of every answer. It reads what SQL cannot
 * answer exactly: paths in JSON, feedback, objects behind refs.
 */
export class CallJudge {
  /** The columns to read of the calls to be judged. */
  readonly columns: readonly PartColumn[]
  readonly #projectId: string
  readonly #select: Judged
  readonly #stores: RelatedStores
  readonly #failedBelow: ReadonlySet<string>
  readonly #readsFeedback: boolean
  readonly #readsQueues: boolean
  /** By ref; null for refs of nothing. */
  readonly #objects = new Map<string, JsonText | null>()
  readonly #missingRefs = new Set<string>()

  /** `failedBelow` are the calls with a failed one below them; needed if the select reads that. */
  constructor(
    projectId: string,
    select: Judged,
    stores: RelatedStores,
    failedBelow: ReadonlySet<string> = new Set(),
  ) {
    const fields = fieldsOf(select)
    this.columns = partColumns(fields)
    this.#projectId = projectId
    this.#select = select
    this.#stores = stores
    this.#failedBelow = failedBelow
    this.#readsFeedback = fields.some((field) => field.kind === 'feedback')
    this.#readsQueues = fields.some((field) => field.kind === 'collection' && field.name === 'queue_ids')
  }

  /** The calls among these that match, in the order given. */
  async matches(calls: readonly VisibleRecord<PartColumn>[]): Promise<Match[]> {
    const ids = calls.map(({ id }) => id)
    const feedback = this.#readsFeedback ? await this.#feedbackOn(ids) : NO_FEEDBACK
    const queues = this.#readsQueues ? await this.#queuesWith(ids) : NO_QUEUES
    const readers = calls.map((call) => this.#reader(call, feedback, queues))
    for (;;) {
      this.#missingRefs.clear()
      const found = calls.flatMap((call, at) => this.#match(call, readers[at]) ?? [])
      // Refs become known while they are followed. Each round knows more of them, and none twice.
      if (this.#missingRefs.size === 0) return found
      await this.#readObjects()
    }
  }

  #match(call: VisibleRecord<PartColumn>, reader: RowReader | undefined): Match | undefined {
    const { where, sort = [], ties = [] } = this.#select
    if (!reader || !where.every((condition) => evaluate(condition, reader))) return undefined
    return {
      id: call.id,
      started_at: call.start.started_at,
      size_bytes: call.start.size_bytes + (call.end?.size_bytes ?? 0),
      sorted: [
        ...sortValuesOf(reader, sort),
        ...ties.map(({ value, direction }) => ({ value: evaluateValue(value, reader), direction })),
      ],
    }
  }

  #reader(
    call: VisibleRecord<PartColumn>,
    feedback: typeof NO_FEEDBACK,
    queues: typeof NO_QUEUES,
  ): RowReader {
    const queue_ids = queues.get(call.id) ?? []
    const columns = columnReader({ ...this.#columnsOf(call), queue_ids })
    return {
      ...columns,
      feedback: () => feedback.get(callRef(this.#projectId, call.id)) ?? [],
      object: (ref) => {
        const object = this.#objects.get(ref)
        if (object === undefined) this.#missingRefs.add(ref)
        return object ?? null
      },
    }
  }

  #columnsOf({ id, start, end, rename }: VisibleRecord<PartColumn>) {
    return {
      ...start,
      id,
      project_id: this.#projectId,
      display_name: shownName(start, rename),
      ended_at: end?.ended_at ?? null,
      exception: end?.exception ?? null,
      output: end?.output ?? null,
      summary: end?.summary ?? null,
      wb_run_step_end: end?.wb_run_step_end ?? null,
      failed: end?.failed ?? 0,
      descendant_failed: end?.descendant_failed === 1 || this.#failedBelow.has(id),
      input_refs: start.refs,
      output_refs: end?.refs ?? [],
      deleted_at: null,
    }
  }

  async #feedbackOn(ids: readonly string[]): Promise<typeof NO_FEEDBACK> {
    const refs = ids.map((id) => callRef(this.#projectId, id))
    return groupBy(await this.#stores.feedback.on(this.#projectId, refs), ({ weave_ref }) => weave_ref)
  }

  async #queuesWith(ids: readonly string[]): Promise<typeof NO_QUEUES> {
    const condition = isOneOf(column('call_id'), ids)
    const items = await this.#stores.queues.findItems({ project_id: this.#projectId, condition, sort: [] })
    const queues = new Map<string, string[]>()
    for (const { call_id, queue_id } of items) queues.set(call_id, [...(queues.get(call_id) ?? []), queue_id])
    return queues
  }

  async #readObjects(): Promise<void> {
    const keys = new Map<string, VersionKey & { readonly kind: string }>()
    for (const text of this.#missingRefs) {
      this.#objects.set(text, null)
      const ref = parseRef(text)
      if ((ref?.kind !== 'object' && ref?.kind !== 'op') || ref.project_id !== this.#projectId) continue
      // A ref into an object names no object, and one that is spelled differently names none either.
      if (formatRef({ ...ref, extra: [] }) === text)
        keys.set(text, { object_id: ref.name, digest: ref.version, kind: ref.kind })
    }
    if (keys.size === 0) return
    const versions = [...keys.values()]
    const search = {
      project_id: this.#projectId,
      object_ids: versions.map(({ object_id }) => object_id),
      digests: versions.map(({ digest }) => digest),
      sort: [],
    }
    const live = await this.#stores.objects.find(search)
    const isLive = new Set(
      live.map(({ kind, object_id, digest }) => JSON.stringify([kind, object_id, digest])),
    )
    const values = await this.#stores.objects.values(this.#projectId, live)
    for (const [text, { kind, object_id, digest }] of keys) {
      const value = values.get(`${object_id}:${digest}`)
      if (value && isLive.has(JSON.stringify([kind, object_id, digest]))) this.#objects.set(text, value)
    }
  }
}

const NO_FEEDBACK: ReadonlyMap<string, ReturnType<RowReader['feedback']>> = new Map()
const NO_QUEUES: ReadonlyMap<string, readonly string[]> = new Map()

/** Everything that a select reads of a call. */
export function fieldsOf({ where, sort = [], ties = [] }: Judged): Field[] {
  const expressions: Expression[] = [...where, ...ties.map(({ value }) => value)]
  for (const { field } of sort)
    expressions.push(field.kind === 'collection' ? { kind: 'count', field } : { kind: 'field', field })
  return expressions.flatMap((expression) => [...inputsOf(expression)].filter((input) => input !== 'item'))
}

/** The columns that the position of a call, its size and its visibility take. */
const ALWAYS: readonly PartColumn[] = ['started_at', 'size_bytes']

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['input_refs', 'refs'],
  ['output_refs', 'refs'],
])

function partColumns(fields: readonly Field[]): PartColumn[] {
  const columns = new Set(ALWAYS)
  for (const field of fields) {
    const name = nameOf(field)
    const stored = name === undefined ? undefined : (OTHER_NAMES.get(name) ?? name)
    const column = PART_COLUMNS.find((known) => known === stored)
    if (column !== undefined) columns.add(column)
  }
  return [...columns]
}

function nameOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'column':
    case 'collection':
      return field.name
    case 'json':
      return field.column
    case 'expanded':
      return nameOf(field.base)
    case 'feedback':
    case 'computed':
    case 'map':
      return undefined
  }
}
