import { closeSession, openSession, readSession, type SessionReply } from '@heddle/contract/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { KNOWN_KEY } from './known-key.ts'
import { isUnauthenticated, SESSION_KEY } from './query-client.ts'

/**
 * Set while this browser has a session. The cookie itself is out of reach of scripts, and asking
 * the server without one would put its refusal on the console of everyone who signs in.
 */
const SIGNED_IN = 'heddle.signed-in'

/** Who is signed in; null for nobody. */
export function useSession() {
  return useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<SessionReply | null> => {
      if (localStorage.getItem(SIGNED_IN) === null) return null
      try {
        return await client.call(readSession, {}, { signal })
      } catch (error) {
        if (!isUnauthenticated(error)) throw error
        localStorage.removeItem(SIGNED_IN)
        return null
      }
    },
  })
}

export type Credential = { readonly key: string } | { readonly token: string }

export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (credential: Credential) => client.call(openSession, credential),
    onSuccess: (session, credential) => {
      localStorage.setItem(SIGNED_IN, 'yes')
      if ('key' in credential) queryClient.setQueryData(KNOWN_KEY, credential.key)
      queryClient.setQueryData(SESSION_KEY, session)
    },
  })
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(closeSession, {}),
    onSuccess: () => {
      localStorage.removeItem(SIGNED_IN)
      queryClient.setQueryData(SESSION_KEY, null)
      // The next person to sign in finds nothing of this one.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
    },
  })
}
