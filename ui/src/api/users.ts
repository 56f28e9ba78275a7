import { listUsers } from '@heddle/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { useSession } from './session.ts'

/** What to call a user, by id. Only server admins may ask for all names; to others most stay ids. */
export function useUserNames(): (id: string) => string {
  const { data: session } = useSession()
  const { data: users } = useQuery({
    queryKey: ['users'],
    enabled: session?.user.server_admin === true,
    queryFn: async ({ signal }) => (await client.call(listUsers, {}, { signal })).users,
  })
  const names = new Map(users?.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? (session?.user.id === id ? session.user.name : id)
}
