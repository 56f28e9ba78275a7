import { once } from 'node:events'
import type { Http2Server, Http2Session } from 'node:http2'

interface SessionLimits {
  /** Idle timeout of a session. */
  readonly idleMs: number
  /** Above this number, idle sessions are closed to make room for new ones. */
  readonly sessionsMax: number
}

/** How long a client may take for the HTTP/2 handshake, which exporters do at once. */
const HANDSHAKE_MS = 10_000

/** How long a session may take to close gracefully. */
const CLOSE_MS = 5_000

/** Tracks open HTTP/2 sessions, closes idle ones and limits their number. */
export class GrpcSessions {
  readonly #limits: SessionLimits
  /** Number of open streams by session. */
  readonly #open = new Map<Http2Session, number>()

  constructor(server: Http2Server, limits: SessionLimits) {
    this.#limits = limits
    server.on('session', (session) => this.#add(session))
    server.on('stream', (stream) => {
      const { session } = stream
      if (!session) return
      this.#count(session, 1)
      stream.once('close', () => this.#count(session, -1))
    })
    // Broken sessions are already destroyed; without a listener the error would be thrown.
    server.on('sessionError', () => {})
  }

  /** Gives open calls `graceMs` to finish, then closes every session. */
  async close(server: Http2Server, graceMs: number): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const session of this.#open.keys()) session.close()
    const timer = setTimeout(() => this.#destroyAll(), graceMs)
    await closed
    clearTimeout(timer)
  }

  #add(session: Http2Session): void {
    if (!this.#makeRoom()) {
      session.destroy()
      return
    }
    this.#open.set(session, 0)
    const { idleMs } = this.#limits
    const handshake = setTimeout(() => session.destroy(), Math.min(HANDSHAKE_MS, idleMs))
    let closing: NodeJS.Timeout | undefined
    session.once('remoteSettings', () => clearTimeout(handshake))
    session.setTimeout(idleMs, () => {
      session.close()
      closing ??= setTimeout(() => session.destroy(), CLOSE_MS)
    })
    session.once('close', () => {
      clearTimeout(handshake)
      clearTimeout(closing)
      this.#open.delete(session)
    })
  }

  /** Evicts the oldest session without streams if the limit is reached. Returns false if all are busy. */
  #makeRoom(): boolean {
    if (this.#open.size < this.#limits.sessionsMax) return true
    for (const [session, streams] of this.#open) {
      if (streams > 0) continue
      this.#open.delete(session)
      session.destroy()
      return true
    }
    return false
  }

  #count(session: Http2Session, change: number): void {
    const streams = this.#open.get(session)
    if (streams !== undefined) this.#open.set(session, streams + change)
  }

  #destroyAll(): void {
    for (const session of this.#open.keys()) session.destroy()
  }
}
