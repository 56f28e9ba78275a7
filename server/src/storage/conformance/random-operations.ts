import fc from 'fast-check'
import { ServiceError } from '../../errors.ts'
import { JsonBytes } from '../../json/bytes.ts'
import {
  contains,
  convert,
  eq,
  field,
  gt,
  literal,
  not,
  oneOf,
  type Resource,
} from '../../query/cases/case.ts'
import { texts } from '../../testing/query-arbitraries.ts'
import { type BoundCase, bindCase } from '../../testing/query-cases.ts'
import type { ListPage } from '../port/pages.ts'
import type { Storage } from '../port.ts'

/** A storage, and a client that follows its changes. */
export interface Subject {
  readonly storage: Storage
  readonly follower: { cursor: string | undefined; readonly calls: Set<string> }
}

/** One use of the port. Every engine must answer it alike. */
export class Operation {
  readonly name: string
  readonly args: unknown
  readonly #run: (subject: Subject, projectId: string) => Promise<unknown>

  constructor(name: string, args: unknown, run: (subject: Subject, projectId: string) => Promise<unknown>) {
    this.name = name
    this.args = args
    this.#run = run
  }

  /** The result, or the code of the error. Anything but a `ServiceError` is a bug of the engine. */
  async answer(subject: Subject, projectId: string): Promise<unknown> {
    try {
      return comparable(await this.#run(subject, projectId))
    } catch (error) {
      if (error instanceof ServiceError) return { error: error.code }
      throw error
    }
  }

  /** How fast-check prints a counterexample. */
  [fc.toStringMethod](): string {
    return `${this.name}(${JSON.stringify(this.args)})`
  }
}

/** Operations with random arguments. */
export const operation = <Args>(
  name: string,
  args: fc.Arbitrary<Args>,
  run: (storage: Storage, projectId: string, args: Args) => Promise<unknown>,
): fc.Arbitrary<Operation> =>
  args.map(
    (chosen) => new Operation(name, chosen, ({ storage }, projectId) => run(storage, projectId, chosen)),
  )

/** For results whose order is undefined. */
export const unordered = (rows: Iterable<unknown>): unknown[] =>
  [...rows].map(comparable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Every page of a list. */
export async function wholeList<Row>(
  read: (cursor: string | undefined, limits: { rowsMax: number; bytesMax: number }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor, { rowsMax: 3, bytesMax: 10_000 })
    rows.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}

/** Binds a random request. Operands that do not fit together are replaced by no condition. */
export function boundOr(request: Parameters<typeof bindCase>[0]): BoundCase {
  try {
    return bindCase(request)
  } catch (error) {
    if (error instanceof ServiceError) return { sort: [] }
    throw error
  }
}

/** The same with plain values: maps become entries, JSON becomes text, bytes become base64. */
function comparable(value: unknown): unknown {
  if (value instanceof JsonBytes) return { json: Buffer.from(value.bytes).toString() }
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  if (value instanceof Map) return unordered(value.entries())
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, comparable(member)]))
}

export const page = fc.record(
  { limit: fc.integer({ min: 0, max: 3 }), offset: fc.integer({ min: 0, max: 2 }) },
  { requiredKeys: [] },
)

/** Conditions and sorts on these fields of a resource. */
export function searchesOf(resource: Resource, ...paths: readonly string[]) {
  const operand = fc.constantFrom(...paths).map(field)
  const literals = fc.oneof(
    texts.map((text) => literal(JSON.stringify(text))),
    fc.constantFrom('0', '2', '5.0', 'true', 'null').map(literal),
  )
  const tests = fc.oneof(
    fc.tuple(operand, literals).map(([left, right]) => eq(left, right)),
    fc.tuple(operand, literals).map(([left, right]) => gt(left, right)),
    fc.tuple(operand, literals).map(([left, right]) => oneOf(left, right, literal('"a"'))),
    fc.tuple(operand, texts).map(([left, text]) => contains(left, literal(JSON.stringify(text)))),
    operand.map((input) => eq(convert(input, 'exists'), literal('true'))),
  )
  const sort = fc.array(
    fc.record({ field: fc.constantFrom(...paths), direction: fc.constantFrom('asc', 'desc') }),
    { maxLength: 2 },
  )
  return fc
    .tuple(fc.oneof(tests, tests.map(not)), sort, page)
    .map(([query, order, limits]) => ({ ...boundOr({ resource, query, sort: order }), ...limits }))
}
