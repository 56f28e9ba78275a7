import { hasExpired } from '../../domain/accounts/account.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import type { StoredVersion } from '../../domain/objects/object.ts'
import { newRedactionRules } from '../../domain/redaction/rule.ts'
import type { Account } from '../../storage/port/accounts.ts'
import { type ListedVersion, versionKey } from '../../storage/port/objects.ts'
import type { ListAll, ListLimits } from '../../storage/port/pages.ts'
import type { ListedProject } from '../../storage/port/projects.ts'
import type { Storage } from '../../storage/port.ts'
import type { Micros } from '../../time.ts'
import { agentSpan } from './agent-span-row.ts'
import { parts } from './call-row.ts'
import type { Codec } from './codec.ts'
import {
  encodedRemoval,
  type ListRemoval,
  ofAccounts,
  ofAgentSpans,
  ofVersions,
  type Removal,
  wholeRows,
} from './removals.ts'
import * as rows from './rows.ts'

/** Rows of a list, as lines of an export. */
export interface EncodedPage {
  readonly rows: readonly unknown[]
  readonly next: string | null
}

/** All rows of one kind in a project; the project id is empty for rows that belong to none. */
export interface TransferList {
  readonly name: string
  read(
    storage: Storage,
    projectId: string,
    cursor: string | undefined,
    limits: ListLimits,
  ): Promise<EncodedPage>
  /** Writes rows of this list. Idempotent. */
  write(storage: Storage, projectId: string, encoded: readonly unknown[]): Promise<void>
  /** Absent if rows are never removed. */
  readonly removal?: ListRemoval
  /** A row without what has expired, which each engine removes at a time of its own. Absent if nothing expires. */
  withoutExpired?(encoded: unknown, now: Micros): unknown
}

type Write<Row> = (storage: Storage, rows: readonly Row[], projectId: string) => Promise<void>

function inProject<Row>(
  name: string,
  codec: Codec<Row>,
  listOf: (storage: Storage) => ListAll<Row>,
  write: Write<Row>,
  removal?: Removal<Row>,
): TransferList {
  return {
    name,
    ...(removal && { removal: encodedRemoval(codec, removal) }),
    read: async (storage, projectId, cursor, limits) => {
      const page = await listOf(storage)(projectId, cursor, limits)
      return { rows: page.rows.map((row) => codec.encode(row)), next: page.next }
    },
    write: (storage, projectId, encoded) =>
      write(
        storage,
        encoded.map((row) => codec.decode(row)),
        projectId,
      ),
  }
}

/** The settings of a project, written before everything else in it. */
const PROJECT: TransferList = {
  name: 'project',
  read: async ({ projects }, projectId) => {
    const known = await projects.find([projectId])
    const retention = await projects.retention(projectId)
    const redaction_rules = await projects.redactionRules(projectId)
    const settings = { retention, redaction_rules }
    return { rows: known.map((each) => rows.project.encode({ ...each, ...settings })), next: null }
  },
  write: async (storage, _projectId, encoded) => {
    for (const row of encoded) await writeProject(storage, rows.project.decode(row))
  },
}

/** Users with their roles, keys and sessions. Belongs to no project. */
const ACCOUNTS: TransferList = {
  name: 'accounts',
  read: async ({ accounts }, _projectId, cursor, limits) => {
    const { rows: listed, next } = await accounts.listAll(cursor, limits)
    return { rows: listed.map((row) => rows.account.encode(row)), next }
  },
  write: async (storage, _projectId, encoded) => {
    for (const row of encoded) await writeAccount(storage, rows.account.decode(row))
  },
  removal: encodedRemoval(rows.account, ofAccounts),
  withoutExpired(encoded, now) {
    const account = rows.account.decode(encoded)
    return rows.account.encode({
      ...account,
      sessions: account.sessions.filter((session) => !hasExpired(session, now)),
    })
  },
}

/** The audit log. Belongs to no project, since its entries outlive projects. */
const AUDIT: TransferList = {
  name: 'audit',
  read: async ({ audit }, _projectId, cursor, limits) => {
    const { rows: listed, next } = await audit.listAll(cursor, limits)
    return { rows: listed.map((row) => rows.auditEntry.encode(row)), next }
  },
  write: async ({ audit }, _projectId, encoded) => {
    for (const row of encoded) await audit.append(rows.auditEntry.decode(row))
  },
}

/** The lists of the whole server. */
export const SERVER_LISTS: readonly TransferList[] = [ACCOUNTS, AUDIT]

/** The lists of a project, in the order in which they are written. */
export const PROJECT_LISTS: readonly TransferList[] = [
  PROJECT,
  inProject(
    'calls',
    parts,
    ({ calls }) => calls.listAll,
    ({ calls }, found) => calls.write(found.flat()),
  ),
  inProject('objects', rows.version, ({ objects }) => objects.listAll, writeVersions, ofVersions),
  inProject(
    'tables',
    rows.table,
    ({ tables }) => tables.listAll,
    async ({ tables }, found, projectId) => {
      for (const { digest, row_digests } of found) await tables.put(projectId, digest, row_digests, [])
    },
  ),
  inProject(
    'rows',
    rows.row,
    ({ tables }) => tables.listAllRows,
    ({ tables }, found, projectId) => tables.putRows(projectId, found),
  ),
  inProject(
    'files',
    rows.file,
    ({ files }) => files.listAll,
    async ({ files }, found, projectId) => {
      for (const { digest, bytes } of found) await files.put(projectId, digest, bytes)
    },
  ),
  inProject(
    'feedback',
    rows.feedback,
    ({ feedback }) => feedback.listAll,
    ({ feedback }, found) => feedback.put(found),
    wholeRows(({ feedback }, row, projectId) => feedback.purge(projectId, [row])),
  ),
  inProject(
    'prices',
    rows.price,
    ({ prices }) => prices.listAll,
    ({ prices }, found) => prices.put(found),
    wholeRows(({ prices }, { id }, projectId) => prices.purge(projectId, [id])),
  ),
  inProject(
    'queues',
    rows.queue,
    ({ queues }) => queues.listAll,
    async ({ queues }, found) => {
      for (const queue of found) await queues.put(queue)
    },
  ),
  inProject(
    'items',
    rows.item,
    ({ queues }) => queues.listAllItems,
    ({ queues }, found) => queues.addItems(found),
  ),
  inProject(
    'progress',
    rows.progress,
    ({ queues }) => queues.listAllProgress,
    async ({ queues }, found) => {
      for (const progress of found) await queues.putProgress(progress)
    },
  ),
  inProject(
    'agent_spans',
    agentSpan,
    ({ agentSpans }) => agentSpans.listAll,
    ({ agentSpans }, found) => agentSpans.put(found),
    ofAgentSpans,
  ),
]

async function writeProject(
  { projects }: Storage,
  { retention, redaction_rules, ...project }: ListedProject,
): Promise<void> {
  const { days, ...state } = retention
  await projects.put(project)
  await projects.setRetentionDays(project.project_id, days, state.checked_at ?? 0)
  await projects.setRemovalState(project.project_id, state)
  await projects.setRedactionRules(project.project_id, newRedactionRules(redaction_rules))
}

async function writeAccount({ accounts }: Storage, account: Account): Promise<void> {
  await accounts.putUser(account.user)
  for (const membership of account.memberships) await accounts.putMembership(membership)
  for (const key of account.keys) await accounts.putKey(key)
  for (const use of account.key_uses) await accounts.putKeyUse(use)
  for (const session of account.sessions) await accounts.putSession(session)
}

/**
 * Versions of one name may be split over pages. After each page the latest version is published once more: that of this page if it
 * has one, else the previous latest, from an earlier page.
 */
async function writeVersions(
  { objects }: Storage,
  versions: readonly ListedVersion[],
  projectId: string,
): Promise<void> {
  const names = groupBy(versions, ({ kind, object_id }) => JSON.stringify([kind, object_id]))
  for (const [first, ...others] of names.values()) {
    if (!first) continue
    const group = [first, ...others]
    const stored = await objects.versions(projectId, first.object_id)
    const latest = group.find(({ is_latest }) => is_latest) ?? (await latestOf(objects, first, stored))
    for (const version of group) {
      // It was deleted and published again: who published it and when would stay as they were.
      if (stored.some((each) => isOtherPublication(each, version)))
        await objects.delete(projectId, version.object_id, [version.digest], version.created_at)
      await objects.publish(version)
      if (version.deleted_at !== null)
        await objects.delete(projectId, version.object_id, [version.digest], version.deleted_at)
    }
    if (latest) await objects.publish(latest)
    for (const version of group) {
      if (version.tags.length > 0) await objects.addTags(projectId, version, version.tags)
      if (version.aliases.length > 0) await objects.setAliases(projectId, version, version.aliases)
    }
  }
}

const isOtherPublication = (stored: StoredVersion, version: ListedVersion): boolean =>
  stored.deleted_at === null &&
  stored.kind === version.kind &&
  stored.digest === version.digest &&
  (stored.created_at !== version.created_at || stored.wb_user_id !== version.wb_user_id)

async function latestOf(
  objects: Storage['objects'],
  { project_id, kind }: ListedVersion,
  stored: readonly StoredVersion[],
) {
  const latest = stored.find((version) => version.is_latest && version.kind === kind)
  const val = latest && (await objects.values(project_id, [latest])).get(versionKey(latest))
  return val && { ...latest, val }
}
