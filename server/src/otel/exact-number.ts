import { JsonNumber } from '../json/number.ts'

export const exactInteger = (value: bigint | number): JsonNumber => new JsonNumber(String(value))

/** A float stays a float: 1.0 keeps its fraction. NaN and the infinities are written as in Python. */
export function exactFloat(value: number): JsonNumber {
  const token = Object.is(value, -0) ? '-0' : String(value)
  return new JsonNumber(/^-?\d+$/.test(token) ? `${token}.0` : token)
}
