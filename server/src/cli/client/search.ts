import type { CallsQueryRequest } from '@heddle/contract/calls-query'
import { type CallSearch, compile } from '@heddle/contract/filter/compile'
import { parse } from '@heddle/contract/filter/parse'
import { listMembers } from '@heddle/contract/settings'
import { CommandLineError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import type { Connection } from './connection.ts'

/** The search that a command line describes: its filter, in the language of the UI, `--since` and `--until`. */
export async function searchOf(
  invocation: Invocation,
  { client }: Connection,
  project_id: string,
): Promise<CallSearch> {
  const filter = invocation.optionalWord('[FILTER]') ?? ''
  // Users are stored by id, so their names are looked up, but only if the filter has any.
  const members = filter.includes('user:') ? (await client.call(listMembers, { project_id })).members : []
  return compileFilter([filter, ...timeTerms(invocation)], (name) =>
    members.filter((member) => member.name === name).map(({ id }) => id),
  )
}

/** Compiles filters that must all match. Throws a `CommandLineError` that names the first part at fault. */
function compileFilter(
  filters: readonly string[],
  idsOfUser: (name: string) => readonly string[] = () => [],
): CallSearch {
  const parts = filters.flatMap(parse)
  const compiled = compile(parts, { now: new Date(), idsOfUser })
  if ('search' in compiled) return compiled.search
  const [first] = compiled.problems
  throw new CommandLineError(`In the filter, ${parts[first?.part ?? 0]?.text}: ${first?.problem}`)
}

/** `1d` means the last day; anything else is a time as filters write it. */
function timeTerms(invocation: Invocation): string[] {
  const term = (flag: 'since' | 'until', operator: string) => {
    const text = invocation.text(flag)
    return text === undefined ? [] : [`started:${operator}${timeText(text)}`]
  }
  return [...term('since', '>='), ...term('until', '<')]
}

/** `1d` means a day ago. */
export const timeText = (text: string): string =>
  /^\d+(?:\.\d+)?(?:ms|s|m|h|d|w)$/.test(text) ? `-${text}` : text

const SORT_FIELDS: Readonly<Record<string, string>> = {
  started: 'started_at',
  ended: 'ended_at',
  latency: 'summary.weave.latency_ms',
  name: 'display_name',
}

type SortBy = NonNullable<NonNullable<CallsQueryRequest['sort_by']>[number]>

/** `--sort latency` sorts by it, largest first; `--sort latency:asc` smallest first. */
export function sortOf(invocation: Invocation): SortBy {
  const [name = '', direction = 'desc'] = (invocation.text('sort') ?? 'started').split(':')
  if (direction !== 'asc' && direction !== 'desc')
    throw new CommandLineError(`--sort ends in :asc or :desc, not :${direction}`)
  return { field: Object.hasOwn(SORT_FIELDS, name) ? (SORT_FIELDS[name] ?? name) : name, direction }
}
