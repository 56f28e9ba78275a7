import type { CallsQueryRequest } from '@heddle/contract/calls-query'
import type { CallSearch } from '@heddle/contract/filter/compile'
import { sortPaths } from '@heddle/contract/filter/fields'
import { listMembers } from '@heddle/contract/settings'
import { agoText, compileFilter } from '../../reports/filter.ts'
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
  const search = compileFilter([filter, ...timeTerms(invocation)], (name) =>
    members.filter((member) => member.name === name).map(({ id }) => id),
  )
  if ('problem' in search) throw new CommandLineError(search.problem)
  return search
}

/** `1d` means the last day; anything else is a time as filters write it. */
function timeTerms(invocation: Invocation): string[] {
  const term = (flag: 'since' | 'until', operator: string) => {
    const text = invocation.text(flag)
    return text === undefined ? [] : [`started:${operator}"${agoText(text)}"`]
  }
  return [...term('since', '>='), ...term('until', '<')]
}

type SortBy = NonNullable<NonNullable<CallsQueryRequest['sort_by']>[number]>

/** `--sort latency` sorts by it, largest first; `--sort latency:asc` smallest first. */
export function sortOf(invocation: Invocation): SortBy[] {
  const [name = '', direction = 'desc'] = (invocation.text('sort') ?? 'started').split(':')
  if (direction !== 'asc' && direction !== 'desc')
    throw new CommandLineError(`--sort must end in :asc or :desc, not :${direction}`)
  return sortPaths(name).map((field) => ({ field, direction }))
}
