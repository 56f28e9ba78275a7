import { ServiceError } from '../../errors.ts'
import { membersOf } from '../../json/members.ts'
import { itemsOf } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { mapInTurns } from '../../turns.ts'
import { parseRef, type Ref, type RefStep } from './ref.ts'
import { LATEST } from './tags.ts'

const REFS_MAX = 1000

/** Far more than the depth of real chains of refs. */
const HOPS_MAX = 100

export type ReadableRef = Extract<Ref, { kind: 'object' | 'op' }>

/** Reads the values of many refs at once; the same value may be requested twice. */
export interface RefSource {
  /** The value of each version, in order: null for a deleted one, undefined for an unknown one. */
  objects(versions: readonly VersionAddress[]): Promise<readonly (JsonText | null | undefined)[]>
  /** The value of each row, in order: undefined if the table has no such row; null ends the walk. */
  rows(rows: readonly RowAddress[]): Promise<readonly (JsonText | null | undefined)[]>
}

export interface VersionAddress {
  readonly project_id: string
  readonly object_id: string
  readonly digest: string
}

export interface RowAddress {
  readonly project_id: string
  readonly table_digest: string
  readonly row_digest: string
}

/** Parses refs that can be read: to objects and ops, by digest. Throws if one is of another kind. */
export function readableRefs(texts: readonly string[]): ReadableRef[] {
  if (texts.length > REFS_MAX)
    throw new ServiceError('invalid_request', `refs has more than ${REFS_MAX} elements`)
  return texts.map((text) => {
    const ref = hasBareColon(text) ? undefined : readableRef(text)
    if (!ref)
      throw new ServiceError('invalid_request', `refs: ${JSON.stringify(text)} is no ref to an object or op`)
    if (ref.version === LATEST)
      throw new ServiceError('invalid_request', `refs: ${text} must name a digest, not ${LATEST}`)
    return ref
  })
}

/** In the path behind the version, which comes after the scheme and the project, colons have to be encoded. */
const hasBareColon = (text: string): boolean =>
  text
    .split('/')
    .slice(7)
    .some((step) => step.includes(':'))

/** Undefined for texts that are not refs, and for refs of other kinds. */
export function readableRef(text: string): ReadableRef | undefined {
  const ref = parseRef(text)
  return ref?.kind === 'object' || ref?.kind === 'op' ? ref : undefined
}

/**
 * Returns the value of each ref; null if its path does not exist. Refs on the path are followed within the project; a ref at
 * the end of the path is the value. Throws `not_found`, naming all of them, if the refs start at unknown objects or rows.
 */
export async function resolveRefs(
  refs: readonly ReadableRef[],
  source: RefSource,
): Promise<(JsonText | null)[]> {
  const bases = await source.objects(refs.map(versionAddress))
  checkAllKnown(refs, bases)
  const opened = new OpenedValues()
  let walks = await mapInTurns(refs.entries(), ([index, ref]) =>
    advance(opened, ref.project_id, bases[index] ?? null, ref.extra),
  )
  for (let hops = 0; hops < HOPS_MAX && walks.some((walk) => walk.waitsFor !== 'nothing'); hops++) {
    walks = await hop(opened, walks, source)
  }
  return walks.map((walk) => (walk.waitsFor === 'nothing' ? walk.value : null))
}

/** The members and items of values, each read once: a thousand refs may lead through one large value. */
class OpenedValues {
  readonly #members = new Map<JsonText, ReturnType<typeof membersOf>>()
  readonly #items = new Map<JsonText, ReturnType<typeof itemsOf>>()

  stepInto(value: JsonText, step: RefStep): JsonText | undefined {
    switch (step.edge) {
      case 'attr':
      case 'key':
        return once(this.#members, value, membersOf)?.get(step.value)
      case 'index':
        return once(this.#items, value, itemsOf)?.[step.value]
      case 'id':
        return undefined
    }
  }
}

function once<Result>(
  known: Map<JsonText, Result>,
  value: JsonText,
  read: (value: JsonText) => Result,
): Result | undefined {
  if (!known.has(value)) known.set(value, read(value))
  return known.get(value)
}

/** State of following one ref. */
type Walk =
  | { readonly waitsFor: 'nothing'; readonly value: JsonText | null }
  | { readonly waitsFor: 'object'; readonly address: VersionAddress; readonly steps: readonly RefStep[] }
  | { readonly waitsFor: 'row'; readonly address: RowAddress; readonly steps: readonly RefStep[] }

/** A longer string is no ref, even if it is full of escapes. */
const REF_JSON_MAX = 1024 ** 2

const NOWHERE: Walk = { waitsFor: 'nothing', value: null }

/** Reads the values that the walks wait for, and continues each walk as far as possible. */
async function hop(opened: OpenedValues, walks: readonly Walk[], source: RefSource): Promise<Walk[]> {
  const toObjects = walks.filter((walk) => walk.waitsFor === 'object')
  const toRows = walks.filter((walk) => walk.waitsFor === 'row')
  const [objects, rows] = await Promise.all([
    source.objects(toObjects.map(({ address }) => address)),
    source.rows(toRows.map(({ address }) => address)),
  ])
  const arrived = new Map<Walk, JsonText | null | undefined>([
    ...toObjects.map((walk, index) => [walk, objects[index]] as const),
    ...toRows.map((walk, index) => [walk, knownRow(rows[index], walk.address)] as const),
  ])
  return mapInTurns(walks, (walk) => {
    if (walk.waitsFor === 'nothing') return walk
    return advance(opened, walk.address.project_id, arrived.get(walk) ?? null, walk.steps)
  })
}

function advance(
  opened: OpenedValues,
  projectId: string,
  value: JsonText | null,
  steps: readonly RefStep[],
): Walk {
  let at = value
  for (const [taken, step] of steps.entries()) {
    if (at === null) return NOWHERE
    if (at.kind === 'string') return follow(projectId, at, steps.slice(taken))
    at = opened.stepInto(at, step) ?? null
  }
  return { waitsFor: 'nothing', value: at }
}

/** Continues at a ref on the path: to an object, whose own path comes first, or to a table, whose row comes next. */
function follow(projectId: string, { text }: JsonText, steps: readonly RefStep[]): Walk {
  const ref = text.length > REF_JSON_MAX ? undefined : parseRef(JSON.parse(text))
  if (ref?.project_id !== projectId) return NOWHERE
  if (ref.kind === 'object' || ref.kind === 'op') {
    return { waitsFor: 'object', address: versionAddress(ref), steps: [...ref.extra, ...steps] }
  }
  const [step, ...rest] = steps
  if (ref.kind !== 'table' || step?.edge !== 'id') return NOWHERE
  const address = { project_id: projectId, table_digest: ref.digest, row_digest: step.value }
  return { waitsFor: 'row', address, steps: rest }
}

const versionAddress = (ref: ReadableRef): VersionAddress => ({
  project_id: ref.project_id,
  object_id: ref.name,
  digest: ref.version,
})

function checkAllKnown(refs: readonly ReadableRef[], bases: readonly (JsonText | null | undefined)[]): void {
  const unknown = refs.filter((_, index) => bases[index] === undefined).map(({ version }) => version)
  if (unknown.length === 0) return
  const missing_object_digests = [...new Set(unknown)]
  throw new ServiceError(
    'not_found',
    `refs names objects that do not exist: ${missing_object_digests.join(', ')}`,
    {
      missing_object_digests,
    },
  )
}

function knownRow(
  row: JsonText | null | undefined,
  { table_digest, row_digest }: RowAddress,
): JsonText | null {
  if (row !== undefined) return row
  throw new ServiceError('not_found', `table ${table_digest} has no row ${row_digest}`)
}
