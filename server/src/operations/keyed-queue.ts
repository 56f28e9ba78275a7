/** Runs tasks that have a key in common one after the other, in the order of their calls; others run at the same time. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `task` in its turn and returns its result. A task must not wait for another one that shares a key with it. */
  run<Result>(keys: readonly string[], task: () => Promise<Result>): Promise<Result> {
    const before = new Set(keys.flatMap((key) => this.#last.get(key) ?? []))
    return this.#released(keys, Promise.all(before).then(task))
  }

  async #released<Result>(keys: readonly string[], result: Promise<Result>): Promise<Result> {
    const settled = result.catch(() => undefined)
    for (const key of keys) this.#last.set(key, settled)
    try {
      return await result
    } finally {
      for (const key of keys) if (this.#last.get(key) === settled) this.#last.delete(key)
    }
  }
}

/** The key of a call. */
export const callKey = (projectId: string, id: string): string => `${projectId}\n${id}`

/** The key of an annotation queue or of one of its items. */
export const queueKey = (kind: 'queue' | 'item', projectId: string, id: string): string =>
  `${kind}\n${projectId}\n${id}`

/** The key of a name of objects. */
export const objectKey = (projectId: string, objectId: string): string => `object\n${projectId}\n${objectId}`
