import type { Random } from '../../bench/dataset/random.ts'
import { isObject } from './raw-json.ts'

/** Number of values kept per kind; new ones overwrite the oldest. */
const SLOTS = 16

/** Responses with accounts and keys that the fuzzer itself uses: it must not learn to delete them. */
const NOT_LEARNED_FROM = [
  '/session',
  '/settings/keys/query',
  '/settings/users/query',
  '/settings/members/query',
]

/**
 * Ids and digests from the server, so that later requests refer to what earlier ones stored. The number of a request determines
 * which slot it writes and reads; only the content comes from the server.
 */
export class KnownThings {
  readonly #slots = new Map<string, string[]>()

  /** A value of the kind, or undefined while none is known. */
  pick(kind: string, random: Random): string | undefined {
    const slot = random.below(SLOTS)
    const slots = this.#slots.get(kind)
    return slots?.[slot] ?? slots?.[0]
  }

  /** Keeps the ids and digests in the reply to request `number`. */
  learn(path: string, number: number, reply: unknown): void {
    if (NOT_LEARNED_FROM.some((prefix) => path.startsWith(prefix))) return
    this.#walk(kindOf(path), number, reply, 3)
  }

  #walk(pathKind: string, number: number, value: unknown, depth: number): void {
    if (depth === 0) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 2)) this.#walk(pathKind, number, item, depth - 1)
      return
    }
    if (!isObject(value)) return
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'string') this.#keep(fieldKind(pathKind, key), number, member)
      else this.#walk(pathKind, number, member, depth - 1)
    }
  }

  #keep(kind: string, number: number, text: string): void {
    if (text === '' || text.length > 200) return
    const slots = this.#slots.get(kind) ?? []
    this.#slots.set(kind, slots)
    slots[slots.length === 0 ? 0 : number % SLOTS] = text
  }
}

/** The resource of a route, from its last fixed segments: `feedback`, `table`, `annotation_queues`. */
export function kindOf(path: string): string {
  const match = /(feedback|table|file|obj|items|annotation_queues|cost|users|keys|call)/.exec(path)
  return match?.[1] ?? 'other'
}

/** `id` and `digest` have another meaning on each route; other names are unambiguous. */
export function fieldKind(pathKind: string, field: string): string {
  return field === 'id' || field === 'digest' ? `${pathKind}.${field}` : field
}
