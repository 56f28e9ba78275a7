import { ApiError } from '@heddle/contract/client'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'

export const SESSION_KEY = ['session'] as const

const FRESH_MS = 15_000

// What is known is drawn at once: after a timer it would miss the frame that a click begins.
notifyManager.setScheduler(queueMicrotask)

/** Where a request is refused for want of a session, the session is over: the app shows the sign-in page. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) queryClient.setQueryData(SESSION_KEY, null)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, refetchOnWindowFocus: false, retry: isWorthRetrying },
    },
  })
  return queryClient
}

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401

/** Whether asking again would bring the same answer: a server that is busy or away may come back. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

const isWorthRetrying = (failures: number, error: Error): boolean => !isRefusal(error) && failures < 2
