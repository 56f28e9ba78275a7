import type { Config } from '../config.ts'
import { messageOf } from '../errors.ts'
import { UsageError } from '../usage-error.ts'

/** Explains why a port cannot be listened on. */
export function cannotListen(error: unknown, { host, port, otlpGrpcPort }: Config): UsageError {
  const failed = error instanceof Error && 'port' in error && error.port === otlpGrpcPort
  const [at, flag] = failed && otlpGrpcPort !== port ? [otlpGrpcPort, '--otlp-grpc-port'] : [port, '--port']
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const message = inUse
    ? `Port ${at} on ${host} is in use: stop what uses it, or choose another with ${flag}`
    : `Cannot listen on ${host}:${at}: ${messageOf(error)}`
  return new UsageError(message, { cause: error })
}
