import { listMembers, listUsers } from '@heddle/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useIsIdle } from '../timing.ts'
import { client } from './client.ts'
import { isServerAdmin, useSession } from './session.ts'

/** Key prefix shared by the lists of users and members: they change together. */
export const USERS_KEY = ['users'] as const

/** The users of the server. Disabled for everyone but server admins. */
export function useUsers(isEnabled = true) {
  const { data: session } = useSession()
  return useQuery({
    queryKey: [...USERS_KEY, 'all'],
    enabled: isEnabled && isServerAdmin(session),
    queryFn: async ({ signal }) => (await client.call(listUsers, {}, { signal })).users,
  })
}

/** Users with access to a project. */
export function useMembers(projectId: string, isEnabled = true) {
  return useQuery({
    queryKey: [...USERS_KEY, 'of', projectId],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      (await client.call(listMembers, { project_id: projectId }, { signal })).members,
  })
}

/** Display name of a user by id. Only server admins see names of former members. */
export const useUserNames = (projectId: string): ((id: string) => string) =>
  // Names are optional, so they load after the content around them.
  useUserNamesWhen(projectId, useIsIdle())

/** Same, once enabled. */
export function useUserNamesWhen(projectId: string, isEnabled: boolean): (id: string) => string {
  const known = useKnownUsers(projectId, isEnabled)
  const names = useMemo(() => new Map(known.map(({ id, name }) => [id, name])), [known])
  return useCallback((id) => names.get(id) ?? id, [names])
}

/** Ids of the users with a given name, for filters. */
export function useIdsOfUser(projectId: string, isEnabled: boolean): (name: string) => readonly string[] {
  const known = useKnownUsers(projectId, isEnabled)
  return useCallback((name) => known.filter((user) => user.name === name).map(({ id }) => id), [known])
}

interface Named {
  readonly id: string
  readonly name: string
}

/** The current user immediately, then the others. */
function useKnownUsers(projectId: string, isEnabled: boolean): readonly Named[] {
  const { data: session } = useSession()
  const knowsAll = isServerAdmin(session)
  const { data: users } = useUsers(isEnabled)
  const { data: members } = useMembers(projectId, isEnabled && !knowsAll)
  const others: readonly Named[] = (knowsAll ? users : members) ?? NO_USERS
  return useMemo(
    () => (session ? [session.user, ...others.filter(({ id }) => id !== session.user.id)] : others),
    [others, session],
  )
}

const NO_USERS: readonly Named[] = []
