import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Storage } from '../storage/port.ts'

/** How far a copy into or out of a data folder is, kept in that folder so that another run of the command continues it. */
export class CopyProgress<State extends object> {
  readonly #folder: string
  readonly #file: string
  readonly #copy: string
  #state: Partial<State>

  /** `copy` says what is copied where: progress of any other copy is ignored. */
  constructor(folder: string, fileName: string, copy: string) {
    this.#folder = folder
    this.#file = join(folder, fileName)
    this.#copy = copy
    const saved = this.#saved()
    this.#state = saved?.copy === copy ? saved.state : {}
  }

  get state(): Readonly<Partial<State>> {
    return this.#state
  }

  save(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const text = JSON.stringify({ copy: this.#copy, state: this.#state })
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }

  /** Begins anew if nothing is in the target, which was removed or replaced since. */
  async restartIfEmpty(target: Storage): Promise<void> {
    if (Object.keys(this.#state).length > 0 && (await isEmpty(target))) this.#state = {}
  }

  /** Removes the file, once all is copied. */
  clear(): void {
    rmSync(this.#file, { force: true })
  }

  /** Undefined also for a file that a power failure left, or an earlier version: copying again changes nothing. */
  #saved(): { readonly copy: string; readonly state: Partial<State> } | undefined {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8'))
    } catch {
      return undefined
    }
  }
}

export async function isEmpty({ projects, accounts }: Storage): Promise<boolean> {
  const [known, users] = await Promise.all([projects.list(), accounts.users()])
  return known.length === 0 && users.length === 0
}
