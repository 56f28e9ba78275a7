/** Reads a detail of some calls. Those that it leaves out are asked for again once the list changes. */
export type ReadDetails<Detail> = (
  ids: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Detail>>

export interface DetailLoader {
  /** Sets the calls whose details are shown, and which of them are running. */
  list(ids: readonly string[], runningIds: readonly string[]): void
  close(): void
}

const SCROLLING_MS = 120
const IDS_PER_READ = 50
/** Details kept of calls that are not listed: a page may stay open for days. */
const KEPT_MAX = 1000

/**
 * Loads details of listed calls with one request at a time, and reports all that are known after each. A request goes on as long
 * as one of its calls is listed. Details of calls that were running are read again after their end.
 */
export function createDetailLoader<Detail>(
  read: ReadDetails<Detail>,
  onDetails: (details: ReadonlyMap<string, Detail>) => void,
): DetailLoader {
  let details: ReadonlyMap<string, Detail> = new Map()
  let listed: ReadonlySet<string> = new Set()
  let running: ReadonlySet<string> = new Set()
  /** Known calls that were running when they were read. */
  const unfinished = new Set<string>()
  /** Calls that were asked for since the list changed. */
  const asked = new Set<string>()
  let delay: { readonly timer: ReturnType<typeof setTimeout>; readonly ids: readonly string[] } | undefined
  let request: { readonly abort: AbortController; readonly ids: readonly string[] } | undefined

  const isMissing = (id: string) => !details.has(id) || (unfinished.has(id) && !running.has(id))
  const missing = () => [...listed].filter((id) => isMissing(id) && !asked.has(id))

  function stopDelay(): void {
    clearTimeout(delay?.timer)
    delay = undefined
  }

  async function send(): Promise<void> {
    const ids = missing().slice(0, IDS_PER_READ)
    if (request || ids.length === 0) return
    const wasRunning = running
    const abort = new AbortController()
    request = { abort, ids }
    for (const id of ids) asked.add(id)
    // Details are optional: opening the call shows its data or the error.
    const found = await read(ids, abort.signal).catch(() => new Map<string, Detail>())
    request = undefined
    if (!abort.signal.aborted && found.size > 0) {
      for (const id of found.keys()) {
        if (wasRunning.has(id)) unfinished.add(id)
        else unfinished.delete(id)
      }
      details = withFound(details, found, listed)
      onDetails(details)
    }
    if (!delay) void send()
  }

  return {
    list(ids, runningIds) {
      listed = new Set(ids)
      running = new Set(runningIds)
      asked.clear()
      const isGone = (id: string) => !listed.has(id)
      if (request?.ids.every(isGone)) request.abort.abort()
      // Waits until scrolling stops; calls that are only added, such as new ones, do not prolong that.
      if (delay?.ids.some(isGone)) stopDelay()
      const waiting = missing()
      if (delay || waiting.length === 0) return
      const onTime = () => {
        delay = undefined
        void send()
      }
      delay = { timer: setTimeout(onTime, SCROLLING_MS), ids: waiting }
    },
    close() {
      stopDelay()
      listed = new Set()
      request?.abort.abort()
    },
  }
}

/** Adds what was found, and drops the oldest details of calls that are not listed if there are too many. */
function withFound<Detail>(
  known: ReadonlyMap<string, Detail>,
  found: ReadonlyMap<string, Detail>,
  listed: ReadonlySet<string>,
): ReadonlyMap<string, Detail> {
  const all = new Map([...known, ...found])
  const unlisted = [...all.keys()].filter((id) => !listed.has(id))
  for (const id of unlisted.slice(0, -KEPT_MAX)) all.delete(id)
  return all
}
