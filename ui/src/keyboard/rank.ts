import type { Command } from './commands.ts'

/** The commands whose titles hold the letters of the query in order, the closest first. Without one, the pages come first. */
export function rankCommands(query: string, commands: readonly Command[]): Command[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return commands.toSorted((a, b) => Number(isPage(b)) - Number(isPage(a)))
  return commands
    .map((command) => ({
      command,
      score: scoreOf(wanted, `${command.title} ${command.group}`.toLowerCase()),
    }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (a.score ?? 0) - (b.score ?? 0))
    .map(({ command }) => command)
}

const isPage = ({ group }: Command): boolean => group === 'Pages'

/** How far apart the letters lie; less is better. Undefined where they are not all there. */
function scoreOf(wanted: string, text: string): number | undefined {
  const together = text.indexOf(wanted)
  if (together >= 0) return together === 0 || text[together - 1] === ' ' ? 0 : 1
  let from = 0
  let gaps = 2
  for (const letter of wanted.replaceAll(' ', '')) {
    const at = text.indexOf(letter, from)
    if (at < 0) return undefined
    gaps += at - from
    from = at + 1
  }
  return gaps
}
