import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@heddle/contract/client'
import { startServer } from './server-process.ts'

export interface TemporaryServer {
  readonly url: string
  readonly client: Client
  /** Stops it, removes its data and returns its exit code. */
  stop(): Promise<number | null>
}

/** Starts the service on an empty folder of its own. */
export async function startTemporaryServer(
  apiKey: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TemporaryServer> {
  const data = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  const server = await startServer({ data, apiKey, environment })
  const { url } = server
  return {
    url,
    client: createClient({ baseUrl: url, apiKey }),
    async stop() {
      const code = await server.stop()
      rmSync(data, { recursive: true, force: true })
      return code
    },
  }
}
