import { JsonNumber } from '../json/number.ts'

export const exactInteger = (value: bigint | number): JsonNumber => new JsonNumber(String(value))

/** A float stays one: 1.0 is spelt with its fraction. NaN and the infinities have the words Python has for them. */
export function exactFloat(value: number): JsonNumber {
  const token = Object.is(value, -0) ? '-0' : String(value)
  return new JsonNumber(/^-?\d+$/.test(token) ? `${token}.0` : token)
}
