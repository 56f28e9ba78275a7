const SLOTS = 256
const NONE = 0

/**
 * The tasks of a thread that nobody waits for any more, in memory that threads share: a thread that is busy hears no
 * message. Of very many at once it forgets some, which are then done in vain.
 */
export class UnwantedTasks {
  readonly memory: SharedArrayBuffer
  readonly #ids: Int32Array

  constructor(memory = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#ids = new Int32Array(memory)
  }

  add(id: number): void {
    Atomics.store(this.#ids, id % SLOTS, id | 0)
  }

  /** Ids start again after 2^32 tasks: one that is done must not stay. */
  remove(id: number): void {
    Atomics.compareExchange(this.#ids, id % SLOTS, id | 0, NONE)
  }

  has(id: number): boolean {
    const found = Atomics.load(this.#ids, id % SLOTS)
    return found !== NONE && found === (id | 0)
  }
}
