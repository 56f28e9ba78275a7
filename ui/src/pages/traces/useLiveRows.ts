import type { CallRecord } from '@heddle/contract/calls'
import type { LiveEvent } from '@heddle/contract/live'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type CallList, type CallsPage, callsKey } from '../../api/calls.ts'
import { useLiveCalls } from '../../api/live.ts'
import { isFurtherDown, isLoaded, withNew, withoutCall, withUpdated } from './live-pages.ts'

interface LiveRows {
  /** How many calls arrived that the table does not show yet. */
  readonly newCount: number
  /** Shows them. */
  readonly showNew: () => void
}

const NONE: ReadonlyMap<string, CallRecord> = new Map()

/**
 * Keeps the loaded rows as the calls are now, and collects new ones. With `follow`, new ones are
 * shown as they come. Only for the newest-first order, where they belong in front.
 */
export function useLiveRows(list: CallList, cursor: string | undefined, follow: boolean): LiveRows {
  const { projectId, search, sort } = list
  const queryClient = useQueryClient()
  const [arrived, setArrived] = useState(NONE)
  const isNewestFirst = sort.field === 'started_at' && sort.direction === 'desc'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins with nothing new.
  useEffect(() => setArrived(NONE), [projectId, search, sort])

  type Data = InfiniteData<CallsPage>
  const change = (how: (data: Data) => Data) =>
    queryClient.setQueryData<Data>(callsKey(list), (data) => data && how(data))

  const showCall = (call: CallRecord) => {
    const data = queryClient.getQueryData<Data>(callsKey(list))
    if (!data) return
    if (isLoaded(data, call.id)) change((pages) => ({ ...pages, ...withUpdated(pages, call) }))
    else if (isNewestFirst && isFurtherDown(data, call)) return
    else if (follow && isNewestFirst) change((pages) => ({ ...pages, ...withNew(pages, [call]) }))
    else setArrived((before) => new Map(before).set(call.id, call))
  }

  useLiveCalls({ ...list, cursor }, (event: LiveEvent) => {
    switch (event.kind) {
      case 'ready':
        return
      case 'running':
      case 'ended':
        return showCall(event.call)
      case 'deleted':
        setArrived((before) => new Map([...before].filter(([id]) => id !== event.id)))
        return void change((pages) => ({ ...pages, ...withoutCall(pages, event.id) }))
      case 'missed':
        return void queryClient.invalidateQueries({ queryKey: callsKey(list) })
    }
  })

  const showNew = useCallback(() => {
    const calls = [...arrived.values()]
    setArrived(NONE)
    queryClient.setQueryData<Data>(callsKey(list), (data) => data && { ...data, ...withNew(data, calls) })
  }, [arrived, queryClient, list])
  useEffect(() => {
    if (follow && isNewestFirst && arrived.size > 0) showNew()
  }, [follow, isNewestFirst, arrived, showNew])

  return { newCount: isNewestFirst ? arrived.size : 0, showNew }
}
