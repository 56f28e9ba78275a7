import { createHash, randomFillSync } from 'node:crypto'

/**
 * Makes a source of UUIDv7s in canonical lower-case text. Each id of one source sorts after the one
 * before it, also within a millisecond and when the clock steps back.
 */
export function createIdSource(clock: () => number = Date.now): () => string {
  const nextRandom = createRandomSource()
  let millis = 0
  let counter = 0
  return () => {
    const now = clock()
    if (now > millis) {
      millis = now
      // The top bit stays free, so that a millisecond has room for at least 2048 ids.
      counter = nextRandom().readUInt16BE(0) & 0x7ff
    } else if (++counter > COUNTER_MAX) {
      millis++
      counter = 0
    }
    return format(millis, counter, nextRandom())
  }
}

/** A UUID derived from names: the same names give the same one. */
export function derivedId(...names: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(18, 20),
    hash.slice(20, 32),
  ].join('-')
}

const COUNTER_MAX = 0xfff
const RANDOM_BYTES = 8
const POOL_BYTES = 512 * RANDOM_BYTES

/** Hands out eight random bytes at a time, fetched from the system many at once. */
function createRandomSource(): () => Buffer {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return () => {
    if (used === POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    used += RANDOM_BYTES
    return pool.subarray(used - RANDOM_BYTES, used)
  }
}

function format(millis: number, counter: number, random: Buffer): string {
  const time = millis.toString(16).padStart(12, '0')
  const sequence = (0x7000 | counter).toString(16)
  const variant = ((random.readUInt16BE(0) & 0x3fff) | 0x8000).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${variant}-${random.toString('hex', 2)}`
}
