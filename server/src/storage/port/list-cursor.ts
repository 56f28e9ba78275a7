import { ServiceError } from '../../errors.ts'

/** A cursor of a list is the key of its last row: texts and integers, in an array. */
type ListKey = readonly (string | number)[]

export const cursorOf = (row: object, key: readonly string[]): string =>
  JSON.stringify(key.map((name): unknown => Reflect.get(row, name)))

/** Throws `invalid_request` unless the cursor stands for a key of that length. */
export function keyIn(cursor: string, length: number): ListKey {
  const key = parsed(cursor)
  if (Array.isArray(key) && key.length === length && key.every(isKeyPart)) return key
  throw notACursor(cursor)
}

/** The same for a list by id. */
export function idIn(cursor: string): string {
  const [id] = keyIn(cursor, 1)
  if (typeof id === 'string') return id
  throw notACursor(cursor)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isKeyPart = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value)

const notACursor = (cursor: string) =>
  new ServiceError('invalid_request', `not a cursor of this list: ${JSON.stringify(cursor)}`)
