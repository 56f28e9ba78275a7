import { closeSession, openSession, readSession, type SessionReply } from '@heddle/contract/session'
import { createKey } from '@heddle/contract/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { isUnauthenticated, SESSION_KEY } from './query-client.ts'

/**
 * Who was signed in when this browser last heard of it. The cookie itself is out of reach of scripts, and
 * asking the server without one would put its refusal on the console of everyone who signs in.
 */
const SIGNED_IN = 'heddle.signed-in'

/**
 * Who is signed in; null for nobody. Pages begin with who it was last time: without a session the server
 * refuses what they ask, which ends it here too. `refetch` asks the server who it is now.
 */
export function useSession() {
  return useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: lastSession,
    queryFn: async ({ signal }): Promise<SessionReply | null> => {
      if (lastSession() === null) return null
      try {
        return keptSession(await client.call(readSession, {}, { signal }))
      } catch (error) {
        if (!isUnauthenticated(error)) throw error
        localStorage.removeItem(SIGNED_IN)
        return null
      }
    },
  })
}

function lastSession(): SessionReply | null {
  try {
    return JSON.parse(localStorage.getItem(SIGNED_IN) ?? 'null')
  } catch {
    return null
  }
}

function keptSession(session: SessionReply): SessionReply {
  localStorage.setItem(SIGNED_IN, JSON.stringify(session))
  return session
}

/** Why who is signed in may only read a project, to be told where something cannot be changed. */
export function useReadOnlyReason(projectId: string): string | undefined {
  const { data: session } = useSession()
  return session ? readOnlyReason(session, projectId) : undefined
}

/** What a control takes that changes something in a project: whoever may only read finds it disabled, and why. */
export function useWriting(projectId: string): Writing {
  const reason = useReadOnlyReason(projectId)
  return { disabled: reason !== undefined, title: reason }
}

export interface Writing {
  readonly disabled: boolean
  readonly title: string | undefined
}

/** Why a session may only read a project: both its key and the role of its user must allow writing. */
export function readOnlyReason(
  { user, memberships, scope }: SessionReply,
  projectId: string,
): string | undefined {
  if (scope === 'read') return 'The key you signed in with may only read'
  if (user.server_admin) return undefined
  const role = memberships.find(({ entity }) => projectId.startsWith(`${entity}/`))?.role
  if (role === undefined) return 'You have no role here'
  return role === 'viewer' ? 'Your role here is viewer' : undefined
}

/** Whether a session decides who the members of an entity are. A key that was narrowed manages nothing. */
export function mayAdminister(
  { user, memberships, scope, project_id }: SessionReply,
  entity: string,
): boolean {
  if (scope !== 'all' || project_id !== null) return false
  return user.server_admin || memberships.some((each) => each.entity === entity && each.role === 'admin')
}

export type Credential = { readonly key: string } | { readonly token: string }

export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (credential: Credential) => client.call(openSession, credential),
    onSuccess: async (session, credential) => {
      // An answer on its way is about the time before.
      await queryClient.cancelQueries({ queryKey: SESSION_KEY })
      keptSession(session)
      if ('key' in credential) queryClient.setQueryData(KNOWN_KEY, credential.key)
      queryClient.setQueryData(SESSION_KEY, session)
    },
  })
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => client.call(closeSession, {}),
    onSuccess: () => {
      localStorage.removeItem(SIGNED_IN)
      // The next person to sign in finds nothing of this one, on screen or in memory.
      window.location.reload()
    },
  })
}

/** Kept in memory alone: it is gone with the page. */
const KNOWN_KEY = ['known-key'] as const

/** The person's own API key, where it was typed or made on this page. */
export function useKnownKey(): string | undefined {
  return (
    useQuery<string | null>({
      queryKey: KNOWN_KEY,
      queryFn: () => null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }).data ?? undefined
  )
}

/** Makes a key for the person, which the snippets then show. */
export function useMakeKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(createKey, { name: 'first steps' }),
    onSuccess: ({ key }) => queryClient.setQueryData(KNOWN_KEY, key),
  })
}
