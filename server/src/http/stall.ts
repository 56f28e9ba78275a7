/** Measures how long a client has owed something without making progress. */
export class Stall {
  #progress = -1
  #sinceMs = 0

  /** Whether `progress` has stood still for `timeoutMs` of calls in which something was owed. */
  lasts(isOwed: boolean, progress: number, timeoutMs: number): boolean {
    const nowMs = performance.now()
    if (isOwed && progress === this.#progress) return nowMs - this.#sinceMs >= timeoutMs
    this.#progress = isOwed ? progress : -1
    this.#sinceMs = nowMs
    return false
  }
}
