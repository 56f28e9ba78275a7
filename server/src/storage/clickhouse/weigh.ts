import { JsonText } from '../../json/text.ts'

/** Approximate size of rows, or of the values they are made from, counting a character as a byte. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  // Its two texts are usually one.
  if (value instanceof JsonText) return value.text.length
  let sum = 0
  for (const item of Array.isArray(value) ? value : Object.values(value)) sum += weigh(item)
  return sum
}
