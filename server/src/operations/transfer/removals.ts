import type { DetailedAgentSpan } from '../../domain/agents/span.ts'
import { all, columnIs } from '../../query/build.ts'
import type { Account } from '../../storage/port/accounts.ts'
import type { ListedVersion } from '../../storage/port/objects.ts'
import type { Storage } from '../../storage/port.ts'
import type { Codec } from './codec.ts'

/** How rows of a list are removed. */
export interface ListRemoval {
  /** Identifies a row, and is the sort key of the list. */
  keyOf(encoded: unknown): readonly string[]
  /** Removes what `stored` has and `kept` does not; everything if `kept` is undefined. Returns whether anything was removed. */
  remove(storage: Storage, projectId: string, stored: unknown, kept: unknown): Promise<boolean>
}

/** The same for rows that are not encoded. */
export interface Removal<Row> {
  keyOf(row: Row): readonly string[]
  remove(storage: Storage, stored: Row, kept: Row | undefined, projectId: string): Promise<unknown>
}

export function encodedRemoval<Row>(codec: Codec<Row>, { keyOf, remove }: Removal<Row>): ListRemoval {
  return {
    keyOf: (encoded) => keyOf(codec.decode(encoded)),
    async remove(storage, projectId, stored, kept) {
      // Equal rows need not be decoded.
      if (kept !== undefined && JSON.stringify(stored) === JSON.stringify(kept)) return false
      const keptRow = kept === undefined ? undefined : codec.decode(kept)
      return (await remove(storage, codec.decode(stored), keptRow, projectId)) !== false
    },
  }
}

/** Rows with an id, which are removed as a whole. */
export const wholeRows = <Row extends { readonly id: string }>(
  remove: (storage: Storage, row: Row, projectId: string) => Promise<unknown>,
): Removal<Row> => ({
  keyOf: ({ id }) => [id],
  remove: async (storage, stored, kept, projectId) =>
    kept === undefined ? remove(storage, stored, projectId) : false,
})

export const ofAccounts: Removal<Account> = { keyOf: ({ user }) => [user.id], remove: removeFromAccount }

async function removeFromAccount(
  { accounts }: Storage,
  stored: Account,
  kept: Account | undefined,
): Promise<unknown> {
  if (!kept) return accounts.removeUser(stored.user.id)
  const isKept = new Set([
    ...kept.memberships.map(({ entity }) => `role in ${entity}`),
    ...kept.keys.map(({ id }) => `key ${id}`),
    ...kept.sessions.map(({ hash }) => `session ${hash}`),
  ])
  for (const { user_id, entity } of stored.memberships)
    if (!isKept.has(`role in ${entity}`)) await accounts.removeMembership(user_id, entity)
  for (const { id } of stored.keys) if (!isKept.has(`key ${id}`)) await accounts.removeKey(id)
  for (const { hash } of stored.sessions)
    if (!isKept.has(`session ${hash}`)) await accounts.removeSession(hash)
  return undefined
}

/** Versions themselves are kept, deleted or not; their tags and aliases may be removed. */
export const ofVersions: Removal<ListedVersion> = {
  keyOf: ({ object_id, kind, version_index }) => [object_id, kind, String(version_index).padStart(16, '0')],
  remove: removeLabels,
}

async function removeLabels(
  { objects }: Storage,
  stored: ListedVersion,
  kept: ListedVersion | undefined,
  projectId: string,
): Promise<unknown> {
  const tags = stored.tags.filter((tag) => !kept?.tags.includes(tag))
  const aliases = stored.aliases.filter((alias) => !kept?.aliases.includes(alias))
  if (tags.length > 0) await objects.removeTags(projectId, stored, tags)
  if (aliases.length > 0) await objects.removeAliases(projectId, stored.object_id, aliases)
  return tags.length + aliases.length > 0
}

export const ofAgentSpans: Removal<DetailedAgentSpan> = {
  keyOf: ({ trace_id, span_id }) => [trace_id, span_id],
  remove: removeSpan,
}

async function removeSpan(
  { agentSpans }: Storage,
  { project_id, trace_id, span_id }: DetailedAgentSpan,
  kept: DetailedAgentSpan | undefined,
): Promise<unknown> {
  if (kept) return false
  const condition = all([columnIs('trace_id', trace_id), columnIs('span_id', span_id)])
  return agentSpans.remove({ project_id, condition }, 1)
}
