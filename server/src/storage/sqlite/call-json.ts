import { isPayload, type StoredCall, type WideColumn } from '../../domain/calls/call.ts'
import { costedCalls, type ExtraName, type ExtraRows, extrasOf, modelsOf } from '../../domain/calls/extras.ts'
import { callJson } from '../../domain/calls/view.ts'
import { callRef } from '../../domain/objects/ref.ts'
import { JsonBytes, LINE_FEED } from '../../json/bytes.ts'
import { cutPayload } from '../../json/prefix.ts'
import { JsonText } from '../../json/text.ts'
import type { CallJsonView, CallSearch, FirstPageLimits, FoundCalls } from '../port/calls.ts'
import { fitting } from '../port/fitting.ts'
import { type CallLimits, type ReadPage, UTF8_BYTES_MAX } from '../port/pages.ts'
import { feedbackFrom } from '../port/stored-feedback.ts'
import type { accountReads } from './accounts.ts'
import { type CallReads, NARROW_COLUMNS } from './call-reads.ts'
import { newestCursor } from './calls/call-changes.ts'
import { fittingCalls } from './calls/call-sizes.ts'
import type { Database } from './database/driver.ts'
import type { feedbackReads } from './feedback.ts'
import type { priceReads } from './prices.ts'
import type { projectFinder } from './queries/names.ts'
import { bufferOf, hotTexts, type StoredText } from './texts/hot-texts.ts'
import type { SealedTexts } from './texts/sealed-texts.ts'
import { TEXTS, type TextName } from './texts/text-names.ts'

/** Calls as JSON on their way from a reader thread, in one buffer, each with a line feed behind it: many are sent as lines. */
export interface CallJsonPage extends Omit<ReadPage<never>, 'rows'> {
  readonly bytes: Uint8Array
  readonly ids: readonly string[]
  /** Where the JSON of each call ends in `bytes`. */
  readonly ends: readonly number[]
}

/** A call whose texts are to be filled in: from its slot if it is sealed. */
type Row = { -readonly [Key in keyof StoredCall<Payload>]: StoredCall<Payload>[Key] } & {
  /** Position of its id in the list, 0-based. */
  readonly at: number
  readonly rid: number
  readonly slot: number | null
}

type Payload = JsonText | JsonBytes

/** The texts of a call; null if it has no such text. */
interface Texts {
  stored(name: Exclude<TextName, 'otel_dump'>): StoredText
  decoded(name: Exclude<TextName, 'otel_dump'>): string | null
  dump(): Payload | null
}

/** The values of a row in SQL, by name. */
const COLUMNS = { at: 'j.key', rid: 'c.rid', slot: 'k.slot', ...NARROW_COLUMNS }

/** SQLite writes the rows of a page as one text, which takes a fraction of the time of a row object each. */
const ROWS = `select json_group_array(json_array(${Object.values(COLUMNS).join(', ')})) as rows
  from json_each(?) j
  cross join calls c indexed by calls_by_id on c.project = ? and c.id = j.value and c.started_at is not null
  left join op_names o on o.id = c.op left join call_slots k on k.rid = c.rid`

/** Copied for each row and filled in then: V8 need not find out the shape of each. */
const BLANK: Row = {
  at: 0,
  rid: 0,
  slot: null,
  project_id: '',
  usage_standing: null,
  descendant_failed: false,
  id: '',
  trace_id: '',
  parent_id: null,
  thread_id: null,
  turn_id: null,
  op_name: '',
  display_name: null,
  started_at: 0,
  ended_at: null,
  expire_at: null,
  wb_user_id: null,
  wb_run_id: null,
  wb_run_step: null,
  wb_run_step_end: null,
  failed: false,
  is_span: false,
  kind: null,
  end_user: null,
  size_bytes: 0,
  attributes: null,
  inputs: null,
  otel_dump: null,
  output: null,
  summary: null,
  exception: null,
  input_preview: null,
  output_preview: null,
}

const NAMES = Object.keys(COLUMNS)

/** `values` are those of `COLUMNS`. */
function rowOf(project_id: string, values: readonly unknown[]): Row {
  const row = { ...BLANK, project_id }
  const members: Record<string, unknown> = row
  for (let at = 0; at < NAMES.length; at++) members[NAMES[at] ?? ''] = values[at]
  // SQLite has no booleans.
  row.is_span = Boolean(row.is_span)
  row.failed = Boolean(row.failed)
  row.descendant_failed = Boolean(row.descendant_failed)
  return row
}

interface ExtraReads {
  readonly accounts: Pick<ReturnType<typeof accountReads>, 'users'>
  readonly feedback: Pick<ReturnType<typeof feedbackReads>, 'on'>
  readonly prices: Pick<ReturnType<typeof priceReads>, 'forModels'>
}

/** Reads calls as JSON, in a reader thread: payloads are copied from opened blocks without being decoded. */
export function callJsonReads(
  db: Database,
  findProject: ReturnType<typeof projectFinder>,
  sealed: SealedTexts,
  { findPage, usage }: Pick<CallReads, 'findPage' | 'usage'>,
  { accounts, feedback, prices }: ExtraReads,
) {
  const select = db.prepare(ROWS)
  const readHotTexts = hotTexts(db)

  function fittingRows(
    project: number,
    ids: readonly string[],
    rows: readonly Row[],
    wide: readonly WideColumn[],
    limits: CallLimits,
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
    const rids = rows.flatMap(({ rid, slot }) => (slot === null ? rid : []))
    const unsealed = readHotTexts(rids, names, payloadMax)
    return ({ rid, slot }: Row): Texts => {
      if (slot === null) {
        const hot = unsealed.get(rid)
        return {
          stored: (name) => hot?.[name] ?? null,
          decoded: (name) => asText(hot?.[name] ?? null),
          dump: () => asJson(hot?.otel_dump ?? null),
        }
      }
      return {
        stored: (name) => (names.includes(name) ? sealed.bytes(slot, name) : null),
        decoded: (name) => (names.includes(name) ? sealed.named(slot, name) : null),
        dump() {
          const pieces = names.includes('otel_dump') ? sealed.dumpPieces(slot) : null
          return pieces && new JsonBytes(...pieces)
        },
      }
    }
  }

  function readExtras(
    projectId: string,
    rows: readonly Row[],
    names: readonly ExtraName[],
    bytesMax: number,
  ): ExtraRows {
    const readCosts = () => {
      const used = usage(
        projectId,
        costedCalls(rows).map(({ id }) => id),
      )
      return { usage: used, prices: prices.forModels(projectId, modelsOf(used)) }
    }
    const readFeedback = () => {
      const refs = rows.map(({ id }) => callRef(projectId, id))
      return feedback
        .on(projectId, refs, bytesMax)
        .map((row) => feedbackFrom({ ...row, project_id: projectId }))
    }
    return {
      ...(names.includes('costs') && { costs: readCosts() }),
      ...(names.includes('feedback') && { feedback: readFeedback() }),
      ...(names.includes('usernames') && { users: accounts.users() }),
    }
  }

  function readJson(
    projectId: string,
    ids: readonly string[],
    { columns, includeStorageSize, extras: names = [] }: CallJsonView,
    limits: CallLimits,
  ): CallJsonPage {
    const project = findProject(projectId)
    if (project === undefined) return { ...pageOf([]), taken: ids.length, next_bytes: 0 }
    return db.inSnapshot(() => {
      const text = select.get<{ rows: string }>(JSON.stringify(ids), project)?.rows
      const lists: unknown[][] = JSON.parse(text ?? '[]')
      const rows = lists.map((values) => rowOf(projectId, values))
      const page = fittingRows(project, ids, rows, columns.wide, limits)
      const fit = rows.filter(({ at }) => at < page.taken)
      const extras = extrasOf(fit, readExtras(projectId, fit, names, limits.bytesMax))
      const texts = textsOf(fit, columns.wide, limits.payloadMax)
      const calls = fit.map((row) => {
        setTexts(row, texts(row), limits.payloadMax)
        return { id: row.id, pieces: callJson(row, columns, { includeStorageSize, ...extras(row) }) }
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
      { rowsMax, withCursor, ...limits }: FirstPageLimits,
    ): CallJsonPage & { readonly found: FoundCalls; readonly cursor?: string } {
      const cursor = withCursor ? { cursor: newestCursor(db) } : {}
      const found = findPage(search, idsMax)
      return { found, ...cursor, ...readJson(search.project_id, found.ids.slice(0, rowsMax), view, limits) }
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

/** The sizes of sealed calls, as `fittingCalls` has them for others. */
function* sealedSizes(
  sealed: SealedTexts,
  rows: readonly Row[],
  wide: readonly WideColumn[],
  { payloadMax = Number.POSITIVE_INFINITY }: CallLimits,
) {
  const names = wide.flatMap((column) => TEXTS_OF[column]).filter((name) => !name.endsWith('_preview'))
  for (const { at, slot } of rows) {
    let bytes = 0
    for (const name of names) {
      const length = sealed.length(slot ?? 0, TEXTS.indexOf(name))
      bytes += isPayload(name) ? Math.min(length, payloadMax * UTF8_BYTES_MAX) : length
    }
    yield { at, bytes }
  }
}

function setTexts(row: Row, texts: Texts, payloadMax: number | undefined): void {
  const summary = texts.decoded('summary')
  row.attributes = asJson(texts.stored('attributes'))
  row.otel_dump = texts.dump()
  row.inputs = asJson(cutText(texts.stored('inputs'), payloadMax))
  row.output = asJson(cutText(texts.stored('output'), payloadMax))
  row.summary = summary === null ? null : new JsonText(summary)
  row.exception = texts.decoded('exception')
  row.input_preview = texts.decoded('input_preview')
  row.output_preview = texts.decoded('output_preview')
}

function asJson(text: StoredText): Payload | null {
  if (text === null) return null
  return typeof text === 'string' ? new JsonText(text) : new JsonBytes(text)
}

const asText = (text: StoredText): string | null =>
  text === null || typeof text === 'string' ? text : bufferOf(text).toString()

/** Decodes no more than it takes to know whether a payload is longer than `max` characters. */
function cutText(stored: StoredText, max: number | undefined): StoredText {
  if (stored === null || max === undefined || stored.length <= max) return stored
  const text = typeof stored === 'string' ? stored : asText(stored.subarray(0, (max + 1) * UTF8_BYTES_MAX))
  const cut = cutPayload(text, max)
  return cut === text ? stored : cut
}

interface Written {
  readonly id: string
  readonly pieces: readonly (string | Uint8Array)[]
}

function pageOf(calls: readonly Written[]): Omit<CallJsonPage, 'taken' | 'next_bytes'> {
  let length = calls.length
  for (const { pieces } of calls) for (const piece of pieces) length += Buffer.byteLength(piece)
  // Not from the pool of small buffers, so that it can be moved to another thread.
  const bytes = Buffer.allocUnsafeSlow(length)
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
    bytes[at++] = LINE_FEED
  }
  return { bytes, ids: calls.map(({ id }) => id), ends }
}
