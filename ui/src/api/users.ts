import { listUsers, type UserRecord } from '@heddle/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useIsIdle } from '../timing/useIsIdle.ts'
import { client } from './client.ts'
import { useSession } from './session.ts'

export const USERS_KEY = ['users'] as const

/** The users of the server. Only server admins may ask; for others there is nothing to wait for. */
export function useUsers(isWanted = true) {
  const { data: session } = useSession()
  return useQuery({
    queryKey: USERS_KEY,
    enabled: isWanted && session?.user.server_admin === true,
    queryFn: async ({ signal }) => (await client.call(listUsers, {}, { signal })).users,
  })
}

/** What to call a user, by id. Only server admins know all names; to others most stay ids. */
export const useUserNames = (): ((id: string) => string) =>
  // A name is a comfort: what it stands beside is drawn first.
  useNamesOfUsers(useIsIdle())

/** The same, once it is wanted. */
export function useNamesOfUsers(isWanted: boolean): (id: string) => string {
  const known = useKnownUsers(isWanted)
  const names = useMemo(() => new Map(known.map(({ id, name }) => [id, name])), [known])
  return useCallback((id) => names.get(id) ?? id, [names])
}

/** The ids of those who go by a name, to filter by. */
export function useIdsOfUser(isWanted: boolean): (name: string) => readonly string[] {
  const known = useKnownUsers(isWanted)
  return useCallback((name) => known.filter((user) => user.name === name).map(({ id }) => id), [known])
}

/** Whoever is signed in, and with them all others, where they may be known. */
function useKnownUsers(isWanted: boolean): readonly { readonly id: string; readonly name: string }[] {
  const { data: session } = useSession()
  const { data: users = NOBODY } = useUsers(isWanted)
  return useMemo(() => {
    const others = users.filter(({ id }) => id !== session?.user.id)
    return session ? [session.user, ...others] : others
  }, [users, session])
}

const NOBODY: readonly UserRecord[] = []
