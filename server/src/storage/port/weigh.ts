import { JsonText } from '../../json/text.ts'

const SCALAR_BYTES = 8

/** Approximate size in memory of rows to be written, or of the values they are made from, counting a character of a string as a byte. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES
  if (ArrayBuffer.isView(value)) return value.byteLength
  // Its two texts are usually one.
  if (value instanceof JsonText) return value.text.length
  let sum = 0
  for (const item of Array.isArray(value) ? value : Object.values(value)) sum += weigh(item)
  return sum
}
