import type { IconName } from '../components/icons.tsx'

/** Something a person can do, by keys, from the palette, or both. */
export interface Command {
  readonly id: string
  readonly title: string
  /** A heading in the palette and on the sheet of shortcuts. */
  readonly group: string
  /** Keys one after the other, apart by spaces: `j`, `g t`, `Ctrl+K`, `Escape`. */
  readonly keys?: string
  readonly icon?: IconName
  /** False for commands that make sense by key alone, like moving to the next row. */
  readonly inPalette?: boolean
  readonly run: () => void
}

/** The commands of what is on the page now. Of two with the same keys, the one that came last answers. */
export class CommandRegistry {
  #groups: readonly (readonly Command[])[] = []
  #commands: readonly Command[] = []
  readonly #listeners = new Set<() => void>()

  /** Adds commands; the function returned takes them away. */
  add(commands: readonly Command[]): () => void {
    this.#set([...this.#groups, commands])
    return () => this.#set(this.#groups.filter((group) => group !== commands))
  }

  readonly all = (): readonly Command[] => this.#commands

  forKeys(keys: string): Command | undefined {
    return this.#commands.findLast((command) => command.keys === keys)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(groups: readonly (readonly Command[])[]): void {
    this.#groups = groups
    this.#commands = groups.flat()
    for (const listener of this.#listeners) listener()
  }
}
