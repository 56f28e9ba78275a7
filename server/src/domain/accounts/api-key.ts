import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh key: 40 hexadecimal characters, because some tools refuse shorter ones. */
export function newApiKey(): string {
  return randomBytes(20).toString('hex')
}

/** What is stored of a key. Keys are random, so a plain hash cannot be guessed backwards. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Compares two hashes in a time that does not tell where they differ. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
