import { queryAgentSpans } from '@heddle/contract/agent-spans'
import { queryAuditLog } from '@heddle/contract/audit'
import { countCalls } from '@heddle/contract/calls-query'
import { compare, field } from '@heddle/contract/filter/conditions'
import { readRetention, setRetention } from '@heddle/contract/projects'
import {
  type RedactionRuleRequest,
  readRedactionRules,
  setRedactionRules,
  tryRedactionRules,
} from '@heddle/contract/redaction'
import { readStatus } from '@heddle/contract/server-status'
import {
  addUser,
  createKey,
  type KeyRecord,
  listKeys,
  measureCallStorage,
  measureStorage,
  type Role,
  removeMember,
  removeUser,
  revokeKey,
  setMember,
  type UserRecord,
} from '@heddle/contract/settings'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { SESSION_KEY } from './query-client.ts'
import { USERS_KEY } from './users.ts'

const KEYS_KEY = ['api-keys'] as const
const STATUS_REFETCH_MS = 5000

export function useApiKeys(of_everybody: boolean) {
  return useQuery({
    queryKey: [...KEYS_KEY, of_everybody],
    queryFn: async ({ signal }) => (await client.call(listKeys, { of_everybody }, { signal })).keys,
  })
}

/** Defaults to the current user, all projects and no expiry. */
type NewKey = Pick<KeyRecord, 'name' | 'scope'> &
  Partial<Pick<KeyRecord, 'user_name' | 'project_id' | 'expires_at'>>

export function useCreateKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (key: NewKey) => client.call(createKey, key),
    // Does not wait for the list: the reply is the only one that has the key.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEYS_KEY }),
  })
}

export function useRevokeKey() {
  return useChange((key_id: string) => client.call(revokeKey, { key_id }), KEYS_KEY)
}

export function useAddUser() {
  return useChange((user: Pick<UserRecord, 'name' | 'server_admin'>) => client.call(addUser, user), USERS_KEY)
}

export function useRemoveUser() {
  return useChange((user_id: string) => client.call(removeUser, { user_id }), USERS_KEY)
}

export interface Membership {
  readonly user_name: string
  readonly entity: string
}

export function useSetMember() {
  const set = (member: Membership & { readonly role: Role }) => client.call(setMember, member)
  return useChange(set, ...MEMBER_KEYS)
}

export function useRemoveMember() {
  return useChange((member: Membership) => client.call(removeMember, member), ...MEMBER_KEYS)
}

/** The changed role may be the user's own, which is part of the session. */
const MEMBER_KEYS = [USERS_KEY, SESSION_KEY]

export function useStorage() {
  return useQuery({
    queryKey: ['storage'],
    queryFn: async ({ signal }) => (await client.call(measureStorage, {}, { signal })).projects,
  })
}

/** Storage used by the calls of a project, by op and by day. */
export function useCallStorage(projectId: string) {
  return useQuery({
    queryKey: ['call-storage', projectId],
    queryFn: ({ signal }) => client.call(measureCallStorage, { project_id: projectId }, { signal }),
  })
}

/** Server status, polled every few seconds. */
export function useStatus() {
  return useQuery({
    queryKey: ['status'],
    refetchInterval: STATUS_REFETCH_MS,
    queryFn: ({ signal }) => client.call(readStatus, {}, { signal }),
  })
}

const retentionKey = (projectId: string) => ['retention', projectId] as const

export function useRetention(projectId: string) {
  return useQuery({
    queryKey: retentionKey(projectId),
    queryFn: ({ signal }) => client.call(readRetention, { project_id: projectId }, { signal }),
  })
}

/** Null keeps calls forever. */
export function useSetRetention(projectId: string) {
  return useChange(
    (retention_days: number | null) => client.call(setRetention, { project_id: projectId, retention_days }),
    retentionKey(projectId),
  )
}

const redactionKey = (projectId: string) => ['redaction', projectId] as const

export function useRedactionRules(project_id: string) {
  return useQuery({
    queryKey: redactionKey(project_id),
    queryFn: async ({ signal }) => (await client.call(readRedactionRules, { project_id }, { signal })).rules,
  })
}

type Rules = readonly RedactionRuleRequest[]

/** Changes the rules as they are now, so that what others added meanwhile stays. */
export function useChangeRedactionRules(project_id: string) {
  return useChange(async (change: (rules: Rules) => Rules) => {
    const { rules } = await client.call(readRedactionRules, { project_id })
    return client.call(setRedactionRules, { project_id, rules: [...change(rules)] })
  }, redactionKey(project_id))
}

/** What a rule leaves of an example. Undefined disables the query. */
export function useTriedRule(project_id: string, rule: RedactionRuleRequest | undefined, value: string) {
  return useQuery({
    queryKey: ['tried-redaction', project_id, rule, value],
    enabled: rule !== undefined && value !== '',
    retry: false,
    queryFn: async ({ signal }) => {
      const field = rule?.fields?.[0] ?? 'inputs'
      const tried = { project_id, rules: rule ? [rule] : [], field, value }
      return String((await client.call(tryRedactionRules, tried, { signal })).value)
    },
  })
}

/** Number of calls and agent spans that started before an instant. Undefined disables the query. */
export function useExpiredBefore(project_id: string, instant: Date | undefined) {
  const before = instant?.toISOString()
  return useQuery({
    queryKey: ['expired-before', project_id, before],
    enabled: before !== undefined,
    queryFn: async ({ signal }) => {
      const query = { $expr: compare(field('started_at'), '<', before ?? '') }
      const [calls, spans] = await Promise.all([
        client.call(countCalls, { project_id, query }, { signal }),
        client.call(queryAgentSpans, { project_id, started_before: before ?? null, limit: 1 }, { signal }),
      ])
      return { calls: calls.count, agent_spans: spans.total_count }
    },
  })
}

/** Which entries of the audit log to show; empty for all. */
interface AuditSearch {
  readonly entity: string
  readonly userName: string
  readonly action: string
}

/** Audit log, newest first, page by page. */
export function useAuditLog({ entity, userName, action }: AuditSearch) {
  return useInfiniteQuery({
    queryKey: ['audit', entity, userName, action],
    initialPageParam: null,
    queryFn: ({ signal, pageParam: cursor }: { signal: AbortSignal; pageParam: string | null }) =>
      client.call(
        queryAuditLog,
        { entity: entity || null, user_name: userName || null, action: action || null, cursor },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  })
}

/** A mutation that invalidates the given queries. */
function useChange<Change, Reply>(
  change: (change: Change) => Promise<Reply>,
  ...queryKeys: (readonly string[])[]
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
