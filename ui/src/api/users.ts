import { listMembers, listUsers } from '@heddle/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useIsIdle } from '../timing.ts'
import { client } from './client.ts'
import { useSession } from './session.ts'

/** What the lists of users and of members begin with: a change of one is a change of the other. */
export const USERS_KEY = ['users'] as const

/** The users of the server. Only server admins may ask; for others there is nothing to wait for. */
export function useUsers(isWanted = true) {
  const { data: session } = useSession()
  return useQuery({
    queryKey: [...USERS_KEY, 'all'],
    enabled: isWanted && session?.user.server_admin === true,
    queryFn: async ({ signal }) => (await client.call(listUsers, {}, { signal })).users,
  })
}

/** Those who may use a project. */
export function useMembers(projectId: string, isWanted = true) {
  return useQuery({
    queryKey: [...USERS_KEY, 'of', projectId],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await client.call(listMembers, { project_id: projectId }, { signal })).members,
  })
}

/** What to call a user, by id. Whoever may no longer use the project is known to server admins alone. */
export const useUserNames = (projectId: string): ((id: string) => string) =>
  // A name is a comfort: what it stands beside is drawn first.
  useNamesOfUsers(projectId, useIsIdle())

/** The same, once it is wanted. */
export function useNamesOfUsers(projectId: string, isWanted: boolean): (id: string) => string {
  const known = useKnownUsers(projectId, isWanted)
  const names = useMemo(() => new Map(known.map(({ id, name }) => [id, name])), [known])
  return useCallback((id) => names.get(id) ?? id, [names])
}

/** The ids of those who go by a name, to filter by. */
export function useIdsOfUser(projectId: string, isWanted: boolean): (name: string) => readonly string[] {
  const known = useKnownUsers(projectId, isWanted)
  return useCallback((name) => known.filter((user) => user.name === name).map(({ id }) => id), [known])
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Whoever is signed in, at once, and then the others. */
function useKnownUsers(projectId: string, isWanted: boolean): readonly Named[] {
  const { data: session } = useSession()
  const knowsAll = session?.user.server_admin === true
  const { data: users } = useUsers(isWanted)
  const { data: members } = useMembers(projectId, isWanted && !knowsAll)
  const others: readonly Named[] = (knowsAll ? users : members) ?? NOBODY
  return useMemo(
    () => (session ? [session.user, ...others.filter(({ id }) => id !== session.user.id)] : others),
    [others, session],
  )
}

const NOBODY: readonly Named[] = []
