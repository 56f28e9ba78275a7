import type { CallRecord } from '@heddle/contract/calls'
import { useEffect, useMemo, useState } from 'react'
import { type CallCount, type CallList, useReadCallsAgain } from '../../api/calls.ts'
import { useLiveCalls } from '../../api/live.ts'
import { currentCalls, type LoadedList, NOTHING_HEARD, newCalls, withEvent } from './heard.ts'

/** As many followed calls are laid over the list; then it is read again. */
const FOLLOWED_MAX = 1000
const REREAD_MS = 10_000

interface LiveRows {
  /** The list as it is now. */
  readonly calls: readonly CallRecord[]
  /** How many calls arrived that the table does not show yet; there may be more. */
  readonly arrived: CallCount
  /** Shows them. */
  readonly showNew: () => void
}

interface LiveOptions {
  readonly list: CallList
  readonly loaded: LoadedList
  /** Where the stream starts: all before it is in the list. Undefined listens to nothing. */
  readonly cursor: string | undefined
  /** Whether new calls are shown as they come. */
  readonly follow: boolean
}

/**
 * Keeps the loaded rows as the calls are now, and collects new ones. What is heard is laid over the pages,
 * not written into them: a page on its way would overwrite it.
 */
export function useLiveRows({ list, loaded, cursor, follow }: LiveOptions): LiveRows {
  const [{ since, heard }, setState] = useState({ since: cursor, heard: NOTHING_HEARD })
  // A list that was read anew has all that was heard before.
  const current = since === cursor ? heard : NOTHING_HEARD

  const readAgain = useReadCallsAgain(list.projectId)
  useLiveCalls({ ...list, cursor }, (event) => {
    if (event.kind === 'missed') readAgain()
    setState((before) => {
      const known = before.since === cursor ? before.heard : NOTHING_HEARD
      return { since: cursor, heard: withEvent(known, event, loaded, follow) }
    })
  })

  const arrived = useMemo(() => newCalls(loaded, current), [loaded, current])
  const waiting = arrived.filter(({ id }) => !current.shown.has(id))
  const showNew = () => {
    if (current.isMore) readAgain()
    else setState({ since: cursor, heard: { ...current, shown: new Set(arrived.map(({ id }) => id)) } })
  }
  const isBehind = follow && waiting.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever begins to follow sees those who waited.
  useEffect(() => {
    if (isBehind) showNew()
  }, [isBehind])
  const isLong = follow && current.shown.size > FOLLOWED_MAX
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again until the list has what was heard.
  useEffect(() => {
    if (!isLong) return
    readAgain()
    const timer = window.setInterval(readAgain, REREAD_MS)
    return () => window.clearInterval(timer)
  }, [isLong])

  return {
    calls: useMemo(() => currentCalls(loaded, current), [loaded, current]),
    arrived: { count: waiting.length, isMore: current.isMore },
    showNew,
  }
}
