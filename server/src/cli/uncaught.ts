import type { Logger } from 'pino'

/**
 * Logs errors that no request and no task has caught, rejected promises among them, instead of ending the
 * process: they belong to one request, and everybody else is to be served. Returns a function that stops this.
 */
export function logUncaught(log: Logger): () => void {
  const logError = (error: unknown, origin: string) => {
    log.error({ err: error, origin }, 'uncaught error; the service goes on')
  }
  process.on('uncaughtException', logError)
  return () => void process.off('uncaughtException', logError)
}
