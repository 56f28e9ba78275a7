/** How many problems are described, if there are more. */
const DESCRIBED_MAX = 20

/** What a check has looked at, and what it found wrong. */
export class Findings {
  readonly check: string
  readonly #described: string[] = []
  #examined = 0
  #problems = 0

  constructor(check: string) {
    this.check = check
  }

  /** Counts things that were looked at. */
  examined(count = 1): void {
    this.#examined += count
  }

  problem(description: string): void {
    this.#problems += 1
    if (this.#described.length < DESCRIBED_MAX) this.#described.push(description)
  }

  result(): CheckResult {
    return {
      check: this.check,
      examined: this.#examined,
      problems: this.#problems,
      described: [...this.#described],
    }
  }
}

export interface CheckResult {
  readonly check: string
  /** Number of rows, or of whatever the check looks at. */
  readonly examined: number
  readonly problems: number
  /** The first of them in words. */
  readonly described: readonly string[]
}
