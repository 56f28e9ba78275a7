/** A queue that is FIFO within a project and round-robin across projects. */
export class FairQueue<Job extends { readonly project: string }> {
  readonly #projects = new Map<string, Set<Job>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(job: Job): void {
    const jobs = this.#projects.get(job.project)
    if (jobs) jobs.add(job)
    else this.#projects.set(job.project, new Set([job]))
    this.#size++
  }

  remove(job: Job): void {
    const jobs = this.#projects.get(job.project)
    if (!jobs?.delete(job)) return
    if (jobs.size === 0) this.#projects.delete(job.project)
    this.#size--
  }

  /** Returns the next job whose project `mayRun`, without removing it. */
  peek(mayRun: (project: string) => boolean): Job | undefined {
    for (const [project, jobs] of this.#projects) {
      if (mayRun(project)) for (const job of jobs) return job
    }
    return undefined
  }

  take(mayRun: (project: string) => boolean): Job | undefined {
    if (this.#size === 0) return undefined
    const job = this.peek(mayRun)
    if (!job) return undefined
    this.remove(job)
    const rest = this.#projects.get(job.project)
    if (rest) {
      // Moves the project to the end.
      this.#projects.delete(job.project)
      this.#projects.set(job.project, rest)
    }
    return job
  }

  *[Symbol.iterator](): Generator<Job> {
    for (const jobs of this.#projects.values()) yield* jobs
  }
}
