import { COST } from '../../../domain/calls/fields.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import { callRef, formatRef, parseRef } from '../../../domain/objects/ref.ts'
import type { JsonText } from '../../../json/text.ts'
import { column, isOneOf } from '../../../query/build.ts'
import { evaluate, evaluateValue } from '../../../query/evaluate.ts'
import type { Field } from '../../../query/expression.ts'
import type { RowReader } from '../../../query/row.ts'
import { fieldsOf, type Select } from '../../../query/select.ts'
import { compareSortValues, type SortValue, sortValuesOf } from '../../../query/sort.ts'
import type { LiteralValue } from '../../../query/values.ts'
import type { FeedbackStore } from '../../port/feedback.ts'
import { type ObjectStore, type VersionKey, versionKey } from '../../port/objects.ts'
import type { PriceStore } from '../../port/prices.ts'
import type { QueueStore } from '../../port/queues.ts'
import { COST_COLUMNS, type SearchCosts } from './call-costs.ts'
import { type Leaf, overLeaves, UNKNOWN } from './call-leaves.ts'
import { partOf } from './call-prefilter.ts'
import { PART_COLUMNS, type PartColumn, type VisibleRecord } from './call-records.ts'
import { CallRow } from './call-row.ts'

/** The other stores that conditions and sorts of calls read. */
export interface RelatedStores {
  readonly feedback: Pick<FeedbackStore, 'on'>
  readonly objects: Pick<ObjectStore, 'find' | 'values'>
  readonly queues: Pick<QueueStore, 'findItems'>
  readonly prices: Pick<PriceStore, 'forModels'>
}

/** A call that matches a search. */
export interface Match {
  readonly id: string
  readonly started_at: number
  readonly size_bytes: number
  /** Its sort keys. */
  readonly sorted: readonly SortValue[]
  /** Values of the columns of the select. */
  readonly values: readonly LiteralValue[]
}

export const compareMatches = (a: Match, b: Match): number => compareSortValues(a.sorted, b.sorted)

export type Evaluated = Pick<Select, 'columns' | 'where' | 'sort' | 'ties'>

type Call = VisibleRecord<PartColumn>

interface EvaluatorOptions {
  readonly stores: RelatedStores
  /** The calls with a failed one below them; needed if the select reads that. */
  readonly failedBelow: ReadonlySet<string>
  readonly costs: SearchCosts
  /** Reads calls again, with more of their columns. */
  readonly readAgain: (ids: readonly string[], columns: readonly PartColumn[]) => AsyncIterable<Call[]>
}

/**
 * Evaluates conditions that SQL cannot answer exactly (paths in JSON, feedback, objects behind refs) with the evaluator of the
 * language, which defines every result. Leaves stand in for documents, which are read only for calls whose leaves are not
 * enough.
 */
export class CallEvaluator {
  /** The columns of calls that the evaluation needs. */
  readonly columns: readonly PartColumn[]
  readonly leaves: readonly Leaf[]
  readonly #projectId: string
  readonly #select: Evaluated
  readonly #selectOverLeaves: Evaluated
  readonly #options: EvaluatorOptions
  readonly #readsFeedback: boolean
  readonly #readsQueues: boolean
  readonly #readsCost: boolean
  /** By ref; null for refs without an object. */
  readonly #objects = new Map<string, JsonText | null>()
  readonly #missingRefs = new Set<string>()

  constructor(projectId: string, select: Evaluated, options: EvaluatorOptions) {
    const fields = fieldsOf(select)
    const { select: selectOverLeaves, leaves } = overLeaves(select)
    const narrow = partColumns(fieldsOf(selectOverLeaves))
    this.columns = leaves.length > 0 ? [...narrow, 'leaves'] : narrow
    this.leaves = leaves
    this.#projectId = projectId
    this.#select = select
    this.#selectOverLeaves = selectOverLeaves
    this.#options = options
    this.#readsFeedback = fields.some((field) => field.kind === 'feedback')
    this.#readsQueues = fields.some((field) => field.kind === 'collection' && field.name === 'queue_ids')
    this.#readsCost = fields.some((field) => field.kind === 'column' && field.name === COST)
  }

  /** The matching calls, in no order. */
  async matches(calls: readonly Call[]): Promise<Match[]> {
    if (this.leaves.length === 0) return this.#matches(calls, this.#select)
    const unknown = new Set(calls.filter((call) => !this.#isKnown(call)).map(({ id }) => id))
    const known = unknown.size === 0 ? calls : calls.filter(({ id }) => !unknown.has(id))
    const found = await this.#matches(known, this.#selectOverLeaves)
    if (unknown.size === 0) return found
    const columns = partColumns(fieldsOf(this.#select))
    for await (const whole of this.#options.readAgain([...unknown], columns)) {
      found.push(...(await this.#matches(whole, this.#select)))
    }
    return found
  }

  async #matches(calls: readonly Call[], select: Evaluated): Promise<Match[]> {
    const ids = calls.map(({ id }) => id)
    const feedback = this.#readsFeedback ? await this.#feedbackOn(ids) : NO_FEEDBACK
    const queues = this.#readsQueues ? await this.#queuesWith(ids) : NO_QUEUES
    const costs = this.#readsCost ? await this.#options.costs.of(calls) : NO_COSTS
    const readers = calls.map((call) => this.#reader(call, { feedback, queues, costs }))
    for (;;) {
      this.#missingRefs.clear()
      const found = calls.flatMap((call, at) => matchOf(call, readers[at], select) ?? [])
      // Refs are discovered while following others. Each round reads those that the previous one discovered.
      if (this.#missingRefs.size === 0) return found
      await this.#readObjects()
    }
  }

  #isKnown(call: Call): boolean {
    return this.leaves.every((_, at) => this.#token(call, at) !== UNKNOWN)
  }

  #token({ start, end }: Call, at: number): string {
    const part = partOf(this.leaves[at]?.column ?? '') === 'start' ? start : end
    return part?.leaves?.[at] ?? ''
  }

  #reader(call: Call, { feedback, queues, costs }: Related): RowReader {
    return new CallRow(call, {
      projectId: this.#projectId,
      failedBelow: this.#options.failedBelow,
      token: (name) =>
        this.#token(
          call,
          this.leaves.findIndex((leaf) => leaf.name === name),
        ),
      queueIds: queues.get(call.id) ?? [],
      cost: costs.get(call.id) ?? null,
      feedback: () => feedback.get(callRef(this.#projectId, call.id)) ?? [],
      object: (ref) => {
        const object = this.#objects.get(ref)
        if (object === undefined) this.#missingRefs.add(ref)
        return object ?? null
      },
    })
  }

  async #feedbackOn(ids: readonly string[]): Promise<typeof NO_FEEDBACK> {
    const refs = ids.map((id) => callRef(this.#projectId, id))
    return groupBy(
      await this.#options.stores.feedback.on(this.#projectId, refs),
      ({ weave_ref }) => weave_ref,
    )
  }

  async #queuesWith(ids: readonly string[]): Promise<typeof NO_QUEUES> {
    const condition = isOneOf(column('call_id'), ids)
    const items = await this.#options.stores.queues.findItems({
      project_id: this.#projectId,
      condition,
      sort: [],
    })
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
    const live = await this.#options.stores.objects.find(search)
    const isLive = new Set(
      live.map(({ kind, object_id, digest }) => JSON.stringify([kind, object_id, digest])),
    )
    const values = await this.#options.stores.objects.values(this.#projectId, live)
    for (const [text, { kind, object_id, digest }] of keys) {
      const value = values.get(versionKey({ object_id, digest }))
      if (value && isLive.has(JSON.stringify([kind, object_id, digest]))) this.#objects.set(text, value)
    }
  }
}

function matchOf(
  call: Call,
  reader: RowReader | undefined,
  { columns = [], where, sort = [], ties = [] }: Evaluated,
): Match | undefined {
  if (!reader || !where.every((condition) => evaluate(condition, reader))) return undefined
  return {
    id: call.id,
    started_at: call.start.started_at,
    size_bytes: call.start.size_bytes + (call.end?.size_bytes ?? 0),
    sorted: [
      ...sortValuesOf(reader, sort),
      ...ties.map(({ value, direction }) => ({ value: evaluateValue(value, reader), direction })),
    ],
    values: columns.map(({ value }) => evaluateValue(value, reader)),
  }
}

const NO_FEEDBACK: ReadonlyMap<string, ReturnType<RowReader['feedback']>> = new Map()
const NO_QUEUES: ReadonlyMap<string, readonly string[]> = new Map()
const NO_COSTS: ReadonlyMap<string, number> = new Map()

/** Rows of other stores about the calls of a chunk. */
interface Related {
  readonly feedback: typeof NO_FEEDBACK
  readonly queues: typeof NO_QUEUES
  readonly costs: typeof NO_COSTS
}

/** The columns for the position, size and visibility of a call. */
const ALWAYS: readonly PartColumn[] = ['started_at', 'size_bytes']

/** Fields that are read from columns of other names. */
const OTHER_NAMES: ReadonlyMap<string, readonly PartColumn[]> = new Map<string, readonly PartColumn[]>([
  ['input_refs', ['refs']],
  ['output_refs', ['refs']],
  ['tokens', ['usage']],
  [COST, COST_COLUMNS],
])

function partColumns(fields: readonly Field[]): PartColumn[] {
  const columns = new Set(ALWAYS)
  for (const field of fields) {
    const name = nameOf(field) ?? ''
    const read = OTHER_NAMES.get(name) ?? PART_COLUMNS.filter((known) => known === name)
    for (const column of read) columns.add(column)
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
