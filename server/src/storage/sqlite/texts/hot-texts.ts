import { isPayload } from '../../../domain/calls/call.ts'
import type { Database } from '../database/driver.ts'
import { TEXT_COLUMNS } from './sealed-texts.ts'
import { fillGaps, fillGapsInBytes } from './span-dump-gaps.ts'
import { TEXTS, type TextName } from './text-names.ts'

/** Large texts are not decoded. */
export type StoredText = string | Uint8Array | null

/** A buffer for each short text would take more time than to decode and encode it. */
const DECODED_BYTES_MAX = 32 * 1024

const PAYLOADS = TEXTS.filter(isPayload)

interface HotRow extends Record<TextName, StoredText> {
  readonly rid: number
  /** Read in addition for the dump of a span, if the payloads themselves are not wanted, or cut. */
  readonly whole_inputs?: StoredText
  readonly whole_output?: StoredText
}

/** Reads the texts of calls that are not sealed, by `rid`. Payloads come with one character more than `payloadMax`. */
export function hotTexts(db: Database) {
  const statements = new Map<string, ReturnType<Database['prepare']>>()

  return (
    rids: readonly number[],
    names: readonly TextName[],
    payloadMax: number | undefined,
  ): ReadonlyMap<number, Record<TextName, StoredText>> => {
    if (rids.length === 0 || names.length === 0) return new Map()
    const isCut = (name: TextName) => payloadMax !== undefined && isPayload(name)
    const key = `${names} ${payloadMax !== undefined}`
    const statement = statements.get(key) ?? db.prepare(hotTextsSql(names, isCut))
    statements.set(key, statement)
    // One character more tells whether there are more.
    const cuts = names.filter(isCut).map(() => (payloadMax ?? 0) + 1)
    const rows = statement.all<HotRow>(...cuts, JSON.stringify(rids))
    for (const row of rows) row.otel_dump = wholeDump(row)
    return new Map(rows.map((row) => [row.rid, row]))
  }
}

function hotTextsSql(names: readonly TextName[], isCut: (name: TextName) => boolean): string {
  const texts = names.map((name) => {
    if (isCut(name)) return `substr(${TEXT_COLUMNS[name]}, 1, ?) as ${name}`
    return `${undecodedIfLarge(name === 'otel_dump' ? 's.otel_dump' : TEXT_COLUMNS[name])} as ${name}`
  })
  const isRead = (name: TextName) => names.includes(name) && !isCut(name)
  const lacked = names.includes('otel_dump') ? PAYLOADS.filter((name) => !isRead(name)) : []
  const whole = lacked.map(
    (name) => `iif(s.otel_dump is null, null, ${undecodedIfLarge(TEXT_COLUMNS[name])}) as whole_${name}`,
  )
  return `select j.value as rid, ${[...texts, ...whole].join(', ')}
    from json_each(?) j left join call_starts s on s.rid = j.value left join call_ends e on e.rid = j.value`
}

const undecodedIfLarge = (column: string): string =>
  `iif(octet_length(${column}) > ${DECODED_BYTES_MAX}, cast(${column} as blob), ${column})`

/** Here rather than by a function in SQL, for which SQLite would copy each text twice. */
function wholeDump(row: HotRow): StoredText {
  const { otel_dump: dump = null, whole_inputs: inputs = row.inputs, whole_output: output = row.output } = row
  if (dump === null) return null
  if (isString(dump) && isString(inputs) && isString(output)) {
    return fillGaps(
      dump,
      () => inputs,
      () => output,
    )
  }
  return fillGapsInBytes(
    bufferOf(dump),
    () => bufferOf(inputs ?? ''),
    () => bufferOf(output ?? ''),
  )
}

const isString = (text: StoredText): text is string | null => text === null || typeof text === 'string'

/** The same memory, if it is no string. */
export function bufferOf(text: string | Uint8Array): Buffer {
  if (typeof text === 'string') return Buffer.from(text)
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength)
}
