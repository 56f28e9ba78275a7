import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { IconName } from '../components/icons.tsx'

/** An action with a shortcut, an entry in the command palette, or both. */
export interface Command {
  readonly id: string
  readonly title: string
  /** Heading in the palette and in the list of shortcuts. */
  readonly group: string
  /** Keys to press in sequence, separated by spaces: `j`, `g t`, `Ctrl+K`, `Escape`. */
  readonly keys?: string
  readonly icon?: IconName
  /** False for commands that only make sense as shortcuts, such as moving to the next row. */
  readonly inPalette?: boolean
  readonly run: () => void
}

/** Commands of the mounted components. With equal keys, the one registered last wins. */
export class CommandRegistry {
  #groups: readonly (readonly Command[])[] = []
  #commands: readonly Command[] = []
  readonly #listeners = new Set<() => void>()

  /** Adds commands and returns a function that removes them. */
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

export const CommandContext = createContext(new CommandRegistry())

/**
 * Registers commands while the component is mounted. The list may be recreated on each render: it is
 * registered again only when its descriptions change, and runs the latest callbacks.
 */
export function useCommands(commands: readonly Command[]): void {
  const registry = use(CommandContext)
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })

  const shape = JSON.stringify(commands)
  const stable = useMemo(() => {
    const described: readonly Omit<Command, 'run'>[] = JSON.parse(shape)
    return described.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }))
  }, [shape])

  useEffect(() => registry.add(stable), [registry, stable])
}

export function useAllCommands(): readonly Command[] {
  const registry = use(CommandContext)
  return useSyncExternalStore(registry.subscribe, registry.all)
}

export interface Matches {
  /** Commands that contain the text, best match first. */
  readonly close: readonly Command[]
  /** Commands that only contain its letters in order: `gtc` for `Go to costs`. */
  readonly scattered: readonly Command[]
}

/** Commands that match the text. An empty text matches all, pages first. */
export function rankCommands(query: string, commands: readonly Command[]): Matches {
  const wanted = query.trim().toLowerCase()
  if (wanted === '')
    return { close: commands.toSorted((a, b) => Number(isPage(b)) - Number(isPage(a))), scattered: [] }
  return { close: ranked(commands, wanted, closeness), scattered: ranked(commands, wanted, gaps) }
}

type Score = (wanted: string, command: Command) => number | undefined

const ranked = (commands: readonly Command[], wanted: string, score: Score): Command[] =>
  commands
    .map((command) => ({ command, score: score(wanted, command) ?? Number.NaN }))
    .filter((each) => !Number.isNaN(each.score))
    .sort((a, b) => a.score - b.score)
    .map(({ command }) => command)

const isPage = ({ group }: Command): boolean => group === 'Pages'

/** How well a command contains the text, lower is better; undefined if it does not. */
function closeness(wanted: string, { title, group }: Command): number | undefined {
  const at = title.toLowerCase().indexOf(wanted)
  if (at === 0) return 0
  if (at > 0) return /[^\p{L}\p{N}]/u.test(title[at - 1] ?? '') ? 1 : 2
  return group.toLowerCase().startsWith(wanted) ? 3 : undefined
}

/** Distance between the letters of the text, lower is better; undefined if some are missing or it is contained. */
function gaps(wanted: string, command: Command): number | undefined {
  if (closeness(wanted, command) !== undefined) return undefined
  const text = command.title.toLowerCase()
  let from = 0
  let distance = 0
  for (const letter of wanted.replaceAll(' ', '')) {
    const at = text.indexOf(letter, from)
    if (at < 0) return undefined
    distance += at - from
    from = at + 1
  }
  return distance
}
