import { listUsers } from '@heddle/contract/settings'
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
export function useUserNames(): (id: string) => string {
  const { data: session } = useSession()
  // A name is a comfort: what it stands beside is drawn first.
  const { data: users } = useUsers(useIsIdle())
  const names = useMemo(() => {
    const known = new Map(users?.map(({ id, name }) => [id, name]))
    return session ? known.set(session.user.id, session.user.name) : known
  }, [users, session])
  return useCallback((id) => names.get(id) ?? id, [names])
}

/** The ids of those who go by a name, to filter by. Stays the same function while nobody new is known. */
export function useUserIds(): (name: string) => readonly string[] {
  const { data: session } = useSession()
  const { data: users } = useUsers(useIsIdle())
  return useCallback(
    (name) =>
      [...(users ?? []), ...(session ? [session.user] : [])]
        .filter((user) => user.name === name)
        .map(({ id }) => id)
        .filter((id, index, all) => all.indexOf(id) === index),
    [users, session],
  )
}
