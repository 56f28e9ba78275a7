import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startTemporaryServer } from '../server/temporary-server.ts'

export const API_KEY = 'a'.repeat(40)

export interface OtlpServer {
  readonly url: string
  readonly grpcPort: number
  /** The calls of a project, by the time they started. */
  callsIn(projectId: string): Promise<CallRecord[]>
  stop(): Promise<number | null>
}

/** The built service with its gRPC port open. */
export async function startOtlpServer(settings: Record<string, string> = {}): Promise<OtlpServer> {
  const grpcPort = await freePort()
  const environment = { HEDDLE_OTLP_GRPC_PORT: String(grpcPort), ...settings }
  const { url, client, stop } = await startTemporaryServer(API_KEY, environment)
  return {
    url,
    grpcPort,
    callsIn: async (project_id) => (await client.call(queryCalls, { project_id })).calls,
    stop,
  }
}
