import { createKey } from '@heddle/contract/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

/** Kept in memory alone: it is gone with the page. */
export const KNOWN_KEY = ['known-key'] as const

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
