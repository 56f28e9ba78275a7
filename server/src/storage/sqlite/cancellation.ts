/** Tells a thread, through memory that both share, to give up its task: a thread that is busy receives no messages. */
export class Cancellation {
  readonly memory: SharedArrayBuffer
  readonly #id: Int32Array

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#id = new Int32Array(memory)
  }

  cancel(taskId: number): void {
    Atomics.store(this.#id, 0, taskId | 0)
  }

  isCancelled(taskId: number): boolean {
    return Atomics.load(this.#id, 0) === (taskId | 0)
  }
}
