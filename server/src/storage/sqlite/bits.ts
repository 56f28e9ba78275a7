/** Bits in bytes, the lowest of each byte first. */

export const hasBit = (bytes: Uint8Array, bit: number): boolean =>
  ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0

export function setBit(bytes: Uint8Array, bit: number): void {
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
}

export function countBits(bytes: Uint8Array): number {
  let count = 0
  for (let byte of bytes) for (; byte > 0; byte &= byte - 1) count++
  return count
}
