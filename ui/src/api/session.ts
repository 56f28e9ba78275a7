import { readServerInfo } from '@heddle/contract/service'
import { closeSession, openSession, readSession, type SessionReply } from '@heddle/contract/session'
import { createKey } from '@heddle/contract/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { discardDrafts, keepDraftsOf } from './drafts.ts'
import { isUnauthenticated, SESSION_KEY } from './query-client.ts'

/**
 * The last known session. Scripts cannot read the cookie, and asking the server without one would log a
 * 401 to the console of everyone who signs in.
 */
const SIGNED_IN = 'heddle.signed-in'

/**
 * The current session, or null. Starts with the last known one: if it has expired, the first 401 response
 * clears it. `refetch` asks the server.
 */
export function useSession() {
  return useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: lastSession,
    queryFn: async ({ signal }): Promise<SessionReply | null> => {
      if (lastSession() === null && !hasReturned()) return null
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

/** Set while this tab is at the sign-in provider. */
const AT_PROVIDER = 'heddle.at-provider'

/** Remembers that the tab leaves for the provider, which comes back with a cookie that scripts cannot read. */
export const leaveForProvider = (): void => sessionStorage.setItem(AT_PROVIDER, 'yes')

/** Whether the tab has just come back from the provider, signed in. True once. */
function hasReturned(): boolean {
  const wasAway = sessionStorage.getItem(AT_PROVIDER) !== null
  sessionStorage.removeItem(AT_PROVIDER)
  return wasAway && !new URLSearchParams(window.location.search).has('sign_in')
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

/** Why the user cannot write to a project; undefined if they can. */
export function useReadOnlyReason(projectId: string): string | undefined {
  const { data: session } = useSession()
  return session ? readOnlyReason(session, projectId) : undefined
}

/** Props for controls that write: disabled, with the reason as title, for users who can only read. */
export function useWriteAccess(projectId: string): WriteAccess {
  const reason = useReadOnlyReason(projectId)
  return { disabled: reason !== undefined, title: reason }
}

export interface WriteAccess {
  readonly disabled: boolean
  readonly title: string | undefined
}

/** Why a session is read-only in a project. Both its key and the role of the user must allow writing. */
export function readOnlyReason(
  { user, memberships, scope }: SessionReply,
  projectId: string,
): string | undefined {
  if (scope === 'read') return 'The API key you signed in with is read-only'
  if (user.server_admin) return undefined
  const role = memberships.find(({ entity }) => projectId.startsWith(`${entity}/`))?.role
  if (role === undefined) return 'You have no role in this project'
  return role === 'viewer' ? 'You are a viewer in this project' : undefined
}

/** Whether a session can manage the members of an entity. Restricted keys cannot. */
export function mayAdminister(session: SessionReply, entity: string): boolean {
  if (isServerAdmin(session)) return true
  const isAdmin = session.memberships.some((each) => each.entity === entity && each.role === 'admin')
  return isAdmin && !isRestricted(session)
}

/** Whether a session can manage the server. Restricted keys of server admins cannot. */
export const isServerAdmin = (session: SessionReply | null | undefined): boolean =>
  session?.user.server_admin === true && !isRestricted(session)

/** Whether the key of a session allows less than its user may do. */
const isRestricted = ({ scope, project_id }: SessionReply): boolean => scope !== 'all' || project_id !== null

/** Props for controls that create or revoke API keys: disabled, with the reason as title, for restricted keys. */
export function useKeyAccess(): WriteAccess {
  const { data: session } = useSession()
  const disabled = session ? isRestricted(session) : false
  const title = disabled ? 'The API key you signed in with is restricted: it cannot manage keys' : undefined
  return { disabled, title }
}

/** Name of the provider that browsers can sign in with; null for none. */
export function useSingleSignOn() {
  return useQuery({
    queryKey: ['single-sign-on'],
    queryFn: async ({ signal }) => (await client.call(readServerInfo, {}, { signal })).single_sign_on,
  })
}

export type Credential = { readonly key: string } | { readonly token: string }

export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (credential: Credential) => client.call(openSession, credential),
    onSuccess: async (session, credential) => {
      // A response in flight is about the time before.
      await queryClient.cancelQueries({ queryKey: SESSION_KEY })
      // What the sign-in page does not show was loaded by the previous user.
      queryClient.removeQueries({ type: 'inactive' })
      keepDraftsOf(session.user.id)
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
      discardDrafts()
      // Leaves nothing on screen or in memory for the next user.
      window.location.reload()
    },
  })
}

/** Kept in memory only, until the page is closed. */
const KNOWN_KEY = ['known-key'] as const

/** The user's API key, if it was entered or created on this page. */
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

/** Creates an API key for the user; the snippets then show it. */
export function useCreateOwnKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(createKey, { name: 'first steps' }),
    onSuccess: ({ key }) => queryClient.setQueryData(KNOWN_KEY, key),
  })
}
