import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { createClient } from '@heddle/contract/client'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startServer } from '../server/server-process.ts'

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
  const data = mkdtempSync(join(tmpdir(), 'heddle-otlp-'))
  const grpcPort = await freePort()
  const environment = { HEDDLE_OTLP_GRPC_PORT: String(grpcPort), ...settings }
  const server = await startServer({ data, apiKey: API_KEY, environment })
  const client = createClient({ baseUrl: server.url, apiKey: API_KEY })
  return {
    url: server.url,
    grpcPort,
    callsIn: async (project_id) => (await client.call(queryCalls, { project_id })).calls,
    async stop() {
      const code = await server.stop()
      rmSync(data, { recursive: true, force: true })
      return code
    },
  }
}
