import { UsageError } from '../../../usage-error.ts'
import type { Item } from './source.ts'

/** How servers answer a path that they do not have. */
export const ABSENT: ReadonlySet<number> = new Set([404, 405, 501])

/** How they answer what this key may not read, or what is too large. */
const WITHHELD: ReadonlySet<number> = new Set([403, 413])

/** What a source answered instead of what it was asked for. */
export class SourceRefusal extends UsageError {
  override readonly name = 'SourceRefusal'
  override readonly exitCode: number
  readonly status: number
  /** The start of the answer. */
  readonly text: string

  constructor(url: string, status: number, text: string) {
    super(`${url} answers ${status}: ${text}`)
    this.status = status
    this.text = text
    this.exitCode = status === 401 || status === 403 ? 4 : 1
  }
}

/** The items of a part of a source. An older server may not have the part, and a key may not read it: the import goes on without. */
export async function* partOf(what: string, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof SourceRefusal)) throw error
    if (!(ABSENT.has(error.status) || WITHHELD.has(error.status))) throw error
    yield { kind: 'refused', reason: `${what}: the source answers ${error.status}: ${error.text}` }
  }
}
