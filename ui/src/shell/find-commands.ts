import { parse } from '@heddle/contract/filter/parse'
import type { Command } from '../keyboard/commands.ts'
import { callPath, tracesPath } from '../navigation/paths.ts'

const GROUP = 'Find'

/** Ids have no spaces and are longer than most words. */
const LOOKS_LIKE_ID = /^[\w-]{8,}$/

/** Whether it is an id rather than a long word. */
const looksGenerated = (text: string): boolean => /\d/.test(text) && /^[\da-f-]{8,}$/i.test(text)

/** Whether the text has no special meaning in a filter. */
function isOneWord(text: string): boolean {
  const [part, ...others] = parse(text)
  const node = part && 'node' in part.meaning ? part.meaning.node : undefined
  return others.length === 0 && node?.kind === 'word' && node.value === text
}

/** Search results for a text: calls that contain it, or a call by its id. */
export function findCommands(
  projectId: string | undefined,
  text: string,
  navigate: (path: string) => void,
): Command[] {
  const wanted = text.trim()
  if (projectId === undefined || wanted === '') return []
  const words = isOneWord(wanted) ? wanted : `"${wanted.replace(/["\\]/g, '\\$&')}"`
  const search: Command = {
    id: 'find-words',
    title: `Search traces for “${wanted}”`,
    group: GROUP,
    icon: 'search',
    run: () => navigate(tracesPath(projectId, words)),
  }
  if (!LOOKS_LIKE_ID.test(wanted)) return [search]
  const open: Command = {
    id: 'find-call',
    title: `Open call ${wanted}`,
    group: GROUP,
    icon: 'trace',
    run: () => navigate(callPath(projectId, wanted)),
  }
  return looksGenerated(wanted) ? [open, search] : [search, open]
}
