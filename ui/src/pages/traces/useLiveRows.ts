import type { CallRecord } from '@heddle/contract/calls'
import { useEffect, useMemo, useState } from 'react'
import { type CallCount, type CallList, useRefetchCalls } from '../../api/calls.ts'
import { useEndedCalls } from '../../api/ended-calls.ts'
import { useLiveCalls } from '../../api/live.ts'
import { currentCalls, type LoadedList, NO_CHANGES, newCalls, withEnded, withEvent } from './live-changes.ts'

/** Reload the list after overlaying this many calls. */
const FOLLOWED_MAX = 1000
const REREAD_MS = 10_000

interface LiveRows {
  /** The current rows. */
  readonly calls: readonly CallRecord[]
  /** Number of new calls that the table does not show yet. */
  readonly arrived: CallCount
  /** Shows the new calls. */
  readonly showNew: () => void
}

interface LiveOptions {
  readonly list: CallList
  readonly loaded: LoadedList
  /** Cursor at which the stream starts. Undefined disables it. */
  readonly cursor: string | undefined
  /** Whether new calls are shown as they arrive. */
  readonly follow: boolean
}

/**
 * Keeps the loaded rows up to date and collects new calls. Changes are overlaid on the pages,
 * not written into them: a page in flight would overwrite them.
 */
export function useLiveRows({ list, loaded, cursor, follow }: LiveOptions): LiveRows {
  const [{ since, changes }, setState] = useState({ since: cursor, changes: NO_CHANGES })
  // A reloaded list already contains all earlier changes.
  const current = since === cursor ? changes : NO_CHANGES

  const refetch = useRefetchCalls(list.projectId)
  useLiveCalls({ ...list, cursor }, (event) => {
    if (event.kind === 'missed') refetch()
    setState((before) => {
      const known = before.since === cursor ? before.changes : NO_CHANGES
      return { since: cursor, changes: withEvent(known, event, loaded, follow) }
    })
  })

  const arrived = useMemo(() => newCalls(loaded, current), [loaded, current])
  const waiting = arrived.filter(({ id }) => !current.shown.has(id))
  const showNew = () => {
    if (current.isMore) refetch()
    else setState({ since: cursor, changes: { ...current, shown: new Set(arrived.map(({ id }) => id)) } })
  }
  const isBehind = follow && waiting.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: starting to follow shows the waiting calls.
  useEffect(() => {
    if (isBehind) showNew()
  }, [isBehind])
  const isLong = follow && current.shown.size > FOLLOWED_MAX
  // biome-ignore lint/correctness/useExhaustiveDependencies: retried until the list contains the changes.
  useEffect(() => {
    if (!isLong) return
    refetch()
    const timer = window.setInterval(refetch, REREAD_MS)
    return () => window.clearInterval(timer)
  }, [isLong])

  const calls = useMemo(() => currentCalls(loaded, current), [loaded, current])
  const ended = useEndedCalls({ ...list, calls, cursor })
  return {
    calls: useMemo(() => withEnded(calls, ended), [calls, ended]),
    arrived: { count: waiting.length, isMore: current.isMore },
    showNew,
  }
}
