import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import { callJson } from '../../domain/calls/view.ts'
import { JsonBytes } from '../../json/bytes.ts'
import { cutPayload } from '../../json/prefix.ts'
import { JsonText } from '../../json/text.ts'
import type { CallJsonView, CallSearch, FoundCalls } from '../port/calls.ts'
import { fitting } from '../port/fitting.ts'
import type { ReadPage } from '../port/pages.ts'
import { type CallReads, NARROW_COLUMNS } from './call-reads.ts'
import { fittingCalls, type Limits, UTF8_BYTES_MAX } from './call-sizes.ts'
import type { Database } from './driver.ts'
import type { projectFinder } from './names.ts'
import { type SealedTexts, TEXT_COLUMNS, type TextName } from './sealed/sealed-texts.ts'
import { TEXTS } from './sealed/segment.ts'

/** Calls as JSON on their way from a reader thread, in one buffer. */
export interface CallJsonPage extends Omit<ReadPage<never>, 'rows'> {
  readonly bytes: Uint8Array
  readonly ids: readonly string[]
  /** Where the JSON of each call ends in `bytes`. */
  readonly ends: readonly number[]
}

/** A call whose texts are to be filled in: from its slot if it is sealed. */
type Row = { -readonly [Key in keyof StoredCall<JsonBytes>]: StoredCall<JsonBytes>[Key] } & {
  /** Position of its id in the list, 0-based. */
  readonly at: number
  readonly rid: number
  readonly slot: number | null
}

type Texts = (name: TextName) => Uint8Array | null

const FLAGS: ReadonlySet<string> = new Set(['is_span', 'failed', 'descendant_failed'])

const MEMBERS = [
  "'at', j.key, 'rid', c.rid, 'slot', k.slot, 'project_id', null",
  ...Object.entries(NARROW_COLUMNS).map(
    ([name, sql]) => `'${name}', ${FLAGS.has(name) ? `json(iif(${sql}, 'true', 'false'))` : sql}`,
  ),
  ...TEXTS.map((name) => `'${name}', null`),
]

/** SQLite writes the rows of a page as one text, which takes a fraction of the time of a row object each. */
const ROWS = `select json_group_array(json_object(${MEMBERS.join(', ')})) as rows
  from json_each(?) j
  cross join calls c indexed by calls_by_id on c.project = ? and c.id = j.value and c.started_at is not null
  left join op_names o on o.id = c.op left join call_slots k on k.rid = c.rid`

/** Reads calls as JSON, in a reader thread: payloads are copied from opened blocks without being decoded. */
export function callJsonReads(
  db: Database,
  findProject: ReturnType<typeof projectFinder>,
  sealed: SealedTexts,
  findPage: CallReads['findPage'],
) {
  const select = db.prepare(ROWS)

  function fittingRows(
    project: number,
    ids: readonly string[],
    rows: readonly Row[],
    wide: readonly WideColumn[],
    limits: Limits,
  ) {
    const atMost = rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    // The size of a call does not include its exception.
    if (atMost <= limits.bytesMax && rows.every(({ failed }) => !failed)) {
      return { taken: ids.length, next_bytes: 0 }
    }
    if (rows.some(({ slot }) => slot === null)) return fittingCalls(db, project, ids, wide, limits)
    return fitting(sealedSizes(sealed, rows, wide, limits), ids.length, limits.bytesMax)
  }

  function textsOf(rows: readonly Row[], wide: readonly WideColumn[], payloadMax: number | undefined) {
    const names = wide.flatMap((column) => TEXTS_OF[column])
    const unsealed = hotTexts(db, rows, names, payloadMax)
    return ({ rid, slot }: Row): Texts => {
      if (slot !== null) return (name) => (names.includes(name) ? sealed.bytes(slot, name) : null)
      return (name) => unsealed.get(rid)?.[name] ?? null
    }
  }

  function readJson(
    projectId: string,
    ids: readonly string[],
    { columns, includeStorageSize }: CallJsonView,
    limits: Limits,
  ): CallJsonPage {
    const project = findProject(projectId)
    if (project === undefined) return { ...pageOf([]), taken: ids.length, next_bytes: 0 }
    return db.inSnapshot(() => {
      const text = select.get<{ rows: string }>(JSON.stringify(ids), project)?.rows
      const rows: Row[] = JSON.parse(text ?? '[]')
      const page = fittingRows(project, ids, rows, columns.wide, limits)
      const fit = rows.filter(({ at }) => at < page.taken)
      const texts = textsOf(fit, columns.wide, limits.payloadMax)
      const calls = fit.map((row) => {
        row.project_id = projectId
        setTexts(row, texts(row), limits.payloadMax)
        return { id: row.id, pieces: callJson(row, columns, { includeStorageSize }) }
      })
      return { ...pageOf(calls), ...page }
    })
  }

  return {
    readJson,

    findJson(
      search: CallSearch,
      idsMax: number,
      view: CallJsonView,
      { rowsMax, ...limits }: Limits & { readonly rowsMax: number },
    ): CallJsonPage & { readonly found: FoundCalls } {
      const found = findPage(search, idsMax)
      return { found, ...readJson(search.project_id, found.ids.slice(0, rowsMax), view, limits) }
    },
  }
}

export type CallJsonReads = ReturnType<typeof callJsonReads>

const TEXTS_OF: Record<WideColumn, readonly TextName[]> = {
  attributes: ['attributes', 'otel_dump'],
  inputs: ['inputs'],
  output: ['output'],
  summary: ['summary', 'input_preview', 'output_preview'],
  exception: ['exception'],
}

const isPayload = (name: TextName): boolean => name === 'inputs' || name === 'output'

/** The texts of the calls that are not sealed, by `rid`. */
function hotTexts(
  db: Database,
  rows: readonly Row[],
  names: readonly TextName[],
  payloadMax: number | undefined,
): ReadonlyMap<number, Partial<Record<TextName, Uint8Array | null>>> {
  const rids = rows.flatMap(({ rid, slot }) => (slot === null ? rid : []))
  if (rids.length === 0 || names.length === 0) return new Map()
  // One character more tells whether there are more.
  const cut = (name: TextName) => payloadMax !== undefined && isPayload(name)
  const text = (name: TextName) => (cut(name) ? `substr(${TEXT_COLUMNS[name]}, 1, ?)` : TEXT_COLUMNS[name])
  const sql = `select j.value as rid, ${names.map((name) => `cast(${text(name)} as blob) as ${name}`).join(', ')}
    from json_each(?) j left join call_starts s on s.rid = j.value
    left join call_ends e on e.rid = j.value left join call_previews p on p.rid = j.value`
  const cuts = names.filter(cut).map(() => (payloadMax ?? 0) + 1)
  const found = db
    .prepare(sql)
    .all<Record<TextName, Uint8Array | null> & { rid: number }>(...cuts, JSON.stringify(rids))
  return new Map(found.map((row) => [row.rid, row]))
}

/** The sizes of sealed calls, as `fittingCalls` has them for others. */
function* sealedSizes(
  sealed: SealedTexts,
  rows: readonly Row[],
  wide: readonly WideColumn[],
  { payloadMax = Number.POSITIVE_INFINITY }: Limits,
) {
  const names = wide.flatMap((column) => TEXTS_OF[column]).filter((name) => !name.endsWith('_preview'))
  for (const { at, slot } of rows) {
    let bytes = 0
    for (const name of names) {
      const length = sealed.bytes(slot ?? 0, name)?.length ?? 0
      bytes += isPayload(name) ? Math.min(length, payloadMax * UTF8_BYTES_MAX) : length
    }
    yield { at, bytes }
  }
}

function setTexts(row: Row, texts: Texts, payloadMax: number | undefined): void {
  const summary = asText(texts('summary'))
  row.attributes = asJson(texts('attributes'))
  row.otel_dump = asJson(texts('otel_dump'))
  row.inputs = asJson(cutBytes(texts('inputs'), payloadMax))
  row.output = asJson(cutBytes(texts('output'), payloadMax))
  row.summary = summary === null ? null : new JsonText(summary)
  row.exception = asText(texts('exception'))
  row.input_preview = asText(texts('input_preview'))
  row.output_preview = asText(texts('output_preview'))
}

const asJson = (bytes: Uint8Array | null) => (bytes === null ? null : new JsonBytes(bytes))

const asText = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

/** Decodes no more than it takes to know whether a payload is longer than `max` characters. */
function cutBytes(bytes: Uint8Array | null, max: number | undefined): Uint8Array | null {
  if (bytes === null || max === undefined || bytes.length <= max) return bytes
  const text = asText(bytes.subarray(0, (max + 1) * UTF8_BYTES_MAX))
  const cut = cutPayload(text, max)
  return cut === text || cut === null ? bytes : Buffer.from(cut)
}

interface Written {
  readonly id: string
  readonly pieces: readonly (string | Uint8Array)[]
}

function pageOf(calls: readonly Written[]): Omit<CallJsonPage, 'taken' | 'next_bytes'> {
  let bytesMax = 0
  for (const { pieces } of calls)
    for (const piece of pieces)
      bytesMax += typeof piece === 'string' ? piece.length * UTF16_BYTES_MAX : piece.length
  // Not from the pool of small buffers, so that it can be moved to another thread.
  const bytes = Buffer.allocUnsafeSlow(bytesMax)
  const ends: number[] = []
  let at = 0
  for (const { pieces } of calls) {
    for (const piece of pieces) {
      if (typeof piece === 'string') at += bytes.write(piece, at)
      else {
        bytes.set(piece, at)
        at += piece.length
      }
    }
    ends.push(at)
  }
  return { bytes: bytes.subarray(0, at), ids: calls.map(({ id }) => id), ends }
}

/** Bytes in UTF-8 that one UTF-16 unit may take. */
const UTF16_BYTES_MAX = 3
