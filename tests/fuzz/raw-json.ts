/** JSON text that no JavaScript value represents, such as `1e400`, `NaN` or an object with a duplicate key. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Writes a tree as JSON, including its raw text. The result need not be valid. */
export function writeRawJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(writeRawJson).join(',')}]`
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeRawJson(member)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Whether the value is a plain object, and not raw text or bytes. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RawJson) &&
    !(value instanceof Uint8Array)
  )
}
