import { type JsonParts, JsonText } from '../../../json/text.ts'
import type { CallPart } from '../../port/calls.ts'
import { withoutNul } from '../database/driver.ts'
import { type EndRow, type PartRow, partRows, type StartRow, type UnpackedText } from './call-parts.ts'
import { TextBuffer } from './text-buffer.ts'

type Value = string | number | null

/**
 * Rows as they travel to the writer thread: payloads and what is derived from them as UTF-8 in one buffer, which is moved and bound as it is, and everything else in one
 * flat array. Cloning that takes a third of the time of cloning nested rows.
 */
export interface PackedParts {
  readonly values: readonly Value[]
  readonly bytes: Uint8Array
}

export function packedParts(parts: readonly CallPart[]): PackedParts {
  const packer = new PartPacker()
  packer.add(parts)
  return packer.packed
}

/** Packs parts as they come, so that what they were made of can be collected. */
export class PartPacker {
  readonly #values: Value[] = []
  readonly #texts = new TextBuffer()

  get packed(): PackedParts {
    return { values: this.#values, bytes: this.#texts.bytes }
  }

  /** A start and an end become one row only if they are added together. */
  add(parts: readonly CallPart[]): void {
    for (const row of partRows(parts)) this.#addRow(row)
  }

  #addRow(row: PartRow<UnpackedText>): void {
    this.#values.push(row.part, ...row.key)
    switch (row.part) {
      case 'start':
        this.#addStart(row.start)
        break
      case 'end':
        this.#addEnd(row.end)
        break
      case 'whole':
        this.#addStart(row.start)
        this.#addEnd(row.end)
        break
      case 'rename':
        this.#values.push(row.display_name)
        break
      case 'delete':
        this.#values.push(row.deleted_at)
        break
      case 'event':
        this.#values.push(...row.event)
        break
    }
  }

  #addStart({ op_name, place, columns, payload, preview, refs }: StartRow<UnpackedText>): void {
    this.#values.push(op_name, ...place, columns.length, ...columns)
    this.#addTexts(...payload, withoutNuls(preview))
    this.#addList(refs)
  }

  #addEnd({ outcome, columns, payload, exception, preview, refs, usage }: EndRow<UnpackedText>): void {
    this.#values.push(...outcome, columns.length, ...columns)
    this.#addTexts(...payload, withoutNuls(exception), withoutNuls(preview))
    this.#addList(refs)
    this.#values.push(usage.length)
    for (const each of usage) this.#values.push(each.length, ...each)
  }

  /** Also those that are short: a piece of a payload would keep the whole in memory. */
  #addTexts(...texts: readonly (UnpackedText | null)[]): void {
    for (const text of texts) this.#values.push(text === null ? null : this.#addText(text))
  }

  /** Returns its number of bytes. */
  #addText(text: UnpackedText): number {
    if (typeof text === 'string') return this.#texts.add(text)
    if (!(text instanceof JsonText)) return this.#addParts(text)
    if (text.parts) return this.#addParts(text.parts)
    return text.isUtf8 ? this.#texts.addUtf8(text.utf8) : this.#texts.add(text.text)
  }

  #addParts(parts: JsonParts): number {
    return parts.reduce((sum, part) => sum + this.#addText(part), 0)
  }

  /** Adds a list of any length, as the arguments of a function cannot be. */
  #addList(list: readonly Value[]): void {
    this.#values.push(list.length)
    for (const each of list) this.#values.push(each)
  }
}

const withoutNuls = (text: UnpackedText | null): UnpackedText | null =>
  typeof text === 'string' ? withoutNul(text) : text

export function unpackRows(packed: PackedParts): PartRow[] {
  const source = new Unpacking(packed)
  const rows: PartRow[] = []
  while (source.hasMore) rows.push(unpackRow(source))
  return rows
}

function unpackRow(source: Unpacking): PartRow {
  const part = source.next<PartRow['part']>()
  const key: PartRow['key'] = [source.next<string>(), source.next<string>()]
  switch (part) {
    case 'start':
      return { part, key, start: unpackStart(source) }
    case 'end':
      return { part, key, end: unpackEnd(source) }
    case 'whole':
      return { part, key, start: unpackStart(source), end: unpackEnd(source) }
    case 'rename':
      return { part, key, display_name: source.next() }
    case 'delete':
      return { part, key, deleted_at: source.next() }
    case 'event':
      return { part, key, event: [source.next(), source.next()] }
  }
}

// Members are read in the order in which they are written here.

const unpackStart = (source: Unpacking): StartRow => ({
  op_name: source.next(),
  place: [source.next(), source.next(), source.next(), source.next()],
  columns: source.list(),
  payload: [source.text(), source.text(), source.textOrNull()],
  preview: source.textOrNull(),
  refs: source.list(),
})

const unpackEnd = (source: Unpacking): EndRow => ({
  outcome: [source.next(), source.next()],
  columns: source.list(),
  payload: [source.textOrNull(), source.text()],
  exception: source.textOrNull(),
  preview: source.textOrNull(),
  refs: source.list(),
  usage: Array.from({ length: source.next() }, () => source.list<Value>()),
})

class Unpacking {
  readonly #values: readonly Value[]
  readonly #bytes: Buffer
  #at = 0
  #textAt = 0

  constructor({ values, bytes }: PackedParts) {
    this.#values = values
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get hasMore(): boolean {
    return this.#at < this.#values.length
  }

  /** The types are those of the rows that were packed. */
  next<Type extends Value>(): Type {
    return this.#values[this.#at++] as Type
  }

  list<Type extends Value>(): readonly Type[] {
    const list: Type[] = []
    for (let left = this.next<number>(); left > 0; left--) list.push(this.next())
    return list
  }

  text(): Uint8Array {
    const start = this.#textAt
    this.#textAt += this.next<number>()
    return this.#bytes.subarray(start, this.#textAt)
  }

  textOrNull(): Uint8Array | null {
    if (this.#values[this.#at] !== null) return this.text()
    this.#at++
    return null
  }
}
