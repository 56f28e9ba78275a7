import { ApiError } from '@heddle/contract/client'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'

export const SESSION_KEY = ['session'] as const

const FRESH_MS = 15_000

// Notify in a microtask: the default timer would miss the frame that a click starts.
notifyManager.setScheduler(queueMicrotask)

/** A 401 response ends the session: the app then shows the sign-in page. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) queryClient.setQueryData(SESSION_KEY, null)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, refetchOnWindowFocus: false, retry: isWorthRetrying },
      // Queries wait for a lost server; a change that cannot be saved says so at once.
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Whether a retry would fail the same way; a busy or unreachable server may recover. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

const isWorthRetrying = (failures: number, error: Error): boolean => !isRefusal(error) && failures < 2
