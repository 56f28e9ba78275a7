import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type Command, CommandRegistry } from './registry.ts'

export const CommandContext = createContext(new CommandRegistry())

/**
 * Offers commands while the component is on the page. The list may be made anew at each drawing:
 * it is registered again only where what is shown of it changes, and runs what was drawn last.
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
