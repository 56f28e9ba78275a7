import { UTF8_BYTES_MAX } from '../../port/pages.ts'
import type { Database } from '../database/driver.ts'
import { blockOf, indexInBlock, slotOf } from './slots.ts'
import { filledPieces, fillGaps, fillGapsInBytes, wholeLength } from './span-dump-gaps.ts'
import { TextBlock } from './text-block.ts'
import { LISTED_COLUMNS, TEXTS, type TextName } from './text-names.ts'

/** Opened blocks that a connection keeps. */
const CACHE_BYTES = 16 * 1024 * 1024

/** Larger blocks are not kept beside these. */
const LAST_BYTES_MAX = CACHE_BYTES / 8

const [INPUTS, OTEL_DUMP, OUTPUT] = [
  TEXTS.indexOf('inputs'),
  TEXTS.indexOf('otel_dump'),
  TEXTS.indexOf('output'),
]

/** Reads the texts of sealed calls, and keeps the blocks that were opened last. */
export class SealedTexts {
  readonly #select: Record<'previews' | 'payloads', ReturnType<Database['prepare']>>
  /** By `block` or `-block`, for its payloads and its previews; least recently used first. */
  readonly #opened = new Map<number, TextBlock>()
  /** What was read last: the texts of a call and of its neighbours stand in the same two blocks. */
  readonly #last: Record<'previews' | 'payloads', { id: number; block: TextBlock } | undefined> = {
    previews: undefined,
    payloads: undefined,
  }
  /** The last one that is too large to be kept, as long as the garbage collector leaves it: the texts of a call are read one after the other. */
  #tooLarge: { readonly key: number; readonly block: WeakRef<TextBlock> } | undefined
  #bytes = 0

  constructor(db: Database) {
    this.#select = {
      previews: db.prepare('select previews as bytes from call_blocks where id = ?'),
      payloads: db.prepare('select payloads as bytes from call_blocks where id = ?'),
    }
  }

  text(slot: number, text: number): string | null {
    const stored = this.stored(slot, text)
    if (stored === null || text !== OTEL_DUMP) return stored
    return fillGaps(
      stored,
      () => this.stored(slot, INPUTS),
      () => this.stored(slot, OUTPUT),
    )
  }

  /** As it stands in its block: the dump of a span with its gaps. */
  stored(slot: number, text: number): string | null {
    const { block, column } = this.#find(slot, text)
    return block.text(indexInBlock(slot), column)
  }

  /** With `charsMin`, at least that many characters of a longer text, and no more than it takes to decode them. */
  named(slot: number, name: TextName, charsMin?: number): string | null {
    if (charsMin === undefined) return this.text(slot, TEXTS.indexOf(name))
    return this.bytes(slot, name)?.toString('utf8', 0, charsMin * UTF8_BYTES_MAX) ?? null
  }

  /** UTF-8 of a text, valid as long as it is not changed. */
  bytes(slot: number, name: TextName): Buffer | null {
    const text = TEXTS.indexOf(name)
    const stored = this.#storedBytes(slot, text)
    if (stored === null || text !== OTEL_DUMP) return stored
    return fillGapsInBytes(
      stored,
      () => this.#storedBytes(slot, INPUTS),
      () => this.#storedBytes(slot, OUTPUT),
    )
  }

  /** The dump of a span as views of the texts it is put together from, to be copied once. */
  dumpPieces(slot: number): [Uint8Array, ...Uint8Array[]] | null {
    const stored = this.#storedBytes(slot, OTEL_DUMP)
    return (
      stored &&
      filledPieces(
        stored,
        () => this.#storedBytes(slot, INPUTS),
        () => this.#storedBytes(slot, OUTPUT),
      )
    )
  }

  /** UTF-8 of a text, by the block of the call and its position there. */
  bytesAt(block: number, at: number, name: TextName): Buffer | null {
    return this.bytes(slotOf(block, at), name)
  }

  #storedBytes(slot: number, text: number): Buffer | null {
    const { block, column } = this.#find(slot, text)
    return block.bytes(indexInBlock(slot), column)
  }

  /** Length in bytes; 0 for null. */
  length(slot: number, text: number): number {
    if (text === OTEL_DUMP) return this.#dumpLength(slot)
    const { block, column } = this.#find(slot, text)
    return block.length(indexInBlock(slot), column) ?? 0
  }

  #dumpLength(slot: number): number {
    const dump = this.#storedBytes(slot, OTEL_DUMP)
    if (dump === null) return 0
    return wholeLength(dump, this.#storedBytes(slot, INPUTS), this.#storedBytes(slot, OUTPUT))
  }

  /** Earlier versions kept some of the texts that lists show with the payloads. */
  #find(slot: number, text: number): { readonly block: TextBlock; readonly column: number } {
    const column = LISTED_COLUMNS[text] ?? -1
    if (column >= 0) {
      const block = this.#block(slot, 'previews')
      if (column < block.width) return { block, column }
    }
    return { block: this.#block(slot, 'payloads'), column: text }
  }

  #block(slot: number, kind: 'previews' | 'payloads'): TextBlock {
    const id = blockOf(slot)
    const last = this.#last[kind]
    if (last?.id === id) return last.block
    const block = this.#open(id, kind)
    if (block.byteLength <= LAST_BYTES_MAX) this.#last[kind] = { id, block }
    return block
  }

  #open(id: number, kind: 'previews' | 'payloads'): TextBlock {
    const key = kind === 'previews' ? -id : id
    const known = this.#opened.get(key)
    if (known) {
      this.#opened.delete(key)
      this.#opened.set(key, known)
      return known
    }
    const tooLarge = this.#tooLarge?.key === key ? this.#tooLarge.block.deref() : undefined
    if (tooLarge) return tooLarge
    const found = this.#select[kind].get<{ bytes: Uint8Array }>(id)
    if (!found) throw new Error(`block ${id} of sealed calls is missing`)
    const block = new TextBlock(found.bytes)
    this.#keep(key, block)
    return block
  }

  #keep(key: number, block: TextBlock): void {
    if (block.byteLength > CACHE_BYTES) {
      this.#tooLarge = { key, block: new WeakRef(block) }
      return
    }
    this.#opened.set(key, block)
    this.#bytes += block.byteLength
    for (const [oldest, { byteLength }] of this.#opened) {
      if (this.#bytes <= CACHE_BYTES || oldest === key) return
      this.#opened.delete(oldest)
      this.#bytes -= byteLength
    }
  }
}

const TEXTS_OF = new WeakMap<Database, SealedTexts>()

/** Those of a connection: all of its statements share the opened blocks. */
export function sealedTexts(db: Database): SealedTexts {
  const texts = TEXTS_OF.get(db) ?? new SealedTexts(db)
  TEXTS_OF.set(db, texts)
  return texts
}

/** Defines the SQL functions by which statements read texts of sealed calls. */
export function defineSealedTexts(db: Database): void {
  db.define('heddle_sealed', (slot, text) =>
    slot === null ? null : sealedTexts(db).text(Number(slot), Number(text)),
  )
  db.define('heddle_sealed_stored', (slot, text) =>
    slot === null ? null : sealedTexts(db).stored(Number(slot), Number(text)),
  )
  db.define('heddle_whole_dump', (stored, inputs, output) =>
    fillGaps(
      String(stored),
      () => String(inputs),
      () => String(output),
    ),
  )
  db.define('heddle_sealed_length', (slot, text) =>
    slot === null ? null : sealedTexts(db).length(Number(slot), Number(text)),
  )
}

/** The column of a text of a call that is not sealed, with `call_starts` and `call_ends` as `s` and `e`. */
export const TEXT_COLUMNS: Record<TextName, string> = {
  attributes: 's.attributes',
  inputs: 's.inputs',
  otel_dump: `iif(s.otel_dump is null, null, heddle_whole_dump(s.otel_dump, s.inputs,
    (select t.output from call_ends t where t.rid = s.rid)))`,
  output: 'e.output',
  summary: 'e.summary',
  exception: 'e.exception',
  input_preview: 's.preview',
  output_preview: 'e.preview',
}

/** SQL for a text of a call, sealed or not: with `call_slots` as `k`, and the table of the text if it is not sealed. */
export function textSql(name: TextName): string {
  return `iif(k.slot is null, ${TEXT_COLUMNS[name]}, heddle_sealed(k.slot, ${TEXTS.indexOf(name)}))`
}

/** The same for the sealer: the dump of a span keeps its gaps. */
export function storedTextSql(name: TextName): string {
  if (name !== 'otel_dump') return textSql(name)
  return `iif(k.slot is null, s.otel_dump, heddle_sealed_stored(k.slot, ${OTEL_DUMP}))`
}

export function textLengthSql(name: TextName): string {
  const hot = `coalesce(octet_length(${TEXT_COLUMNS[name]}), 0)`
  return `iif(k.slot is null, ${hot}, heddle_sealed_length(k.slot, ${TEXTS.indexOf(name)}))`
}
