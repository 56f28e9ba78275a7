import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { BASE_PATH } from '../navigation/base-path.ts'

const PROBE_MS = 2000

/** Responses of a proxy whose server is gone. */
const GATEWAY_ERRORS = [502, 504]

export type ConnectionState =
  | 'connected'
  /** The server cannot be reached. Queries are paused until it can. */
  | 'lost'
  /** The server has another build of the UI than this page. */
  | 'outdated'

/**
 * Notices when the server goes away, asks for it until it is back, and then compares its build of the UI with
 * this page's. Queries are paused in between, so that pages keep what they show.
 */
class ServerConnection {
  #state: ConnectionState = 'connected'
  #probing: Promise<void> | undefined
  #isAway = false
  readonly #listeners = new Set<() => void>()

  readonly state = (): ConnectionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Like the global `fetch`, for requests to the server. */
  readonly fetch: typeof fetch = async (input, init) => {
    try {
      const response = await window.fetch(input, init)
      if (GATEWAY_ERRORS.includes(response.status)) this.#lose()
      return response
    } catch (error) {
      if (init?.signal?.aborted) throw error
      this.#lose()
      throw new Error('The server cannot be reached.', { cause: error })
    }
  }

  /** Asks for the server now instead of at the next attempt. */
  readonly probe = (): Promise<void> => {
    this.#probing ??= this.#ask().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  #lose(): void {
    if (this.#isAway) return
    this.#isAway = true
    onlineManager.setOnline(false)
    void this.probe()
  }

  async #ask(): Promise<void> {
    const page = await readPage()
    if (page === undefined) {
      this.#isAway = true
      onlineManager.setOnline(false)
      this.#set('lost')
      window.setTimeout(this.probe, PROBE_MS)
      return
    }
    this.#isAway = false
    this.#set(isThisBuild(page) ? 'connected' : 'outdated')
    onlineManager.setOnline(true)
  }

  #set(state: ConnectionState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The page as the server has it now; undefined if it does not answer. */
async function readPage(): Promise<string | undefined> {
  try {
    const response = await fetch(`${BASE_PATH}/`, { headers: { accept: 'text/html' }, cache: 'no-store' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

/** The file name of the entry script contains a hash of the build. */
function isThisBuild(page: string): boolean {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  return !entry || page.includes(entry)
}

export const connection = new ServerConnection()

export const useConnectionState = (): ConnectionState =>
  useSyncExternalStore(connection.subscribe, connection.state)

/** Checks the connection whenever something suggests that it changed. */
export function followConnection(): void {
  // Whether the browser has a network says little about a server that may run on the same machine.
  onlineManager.setEventListener(() => undefined)
  window.addEventListener('online', connection.probe)
  window.addEventListener('vite:preloadError', connection.probe)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void connection.probe()
  })
}
