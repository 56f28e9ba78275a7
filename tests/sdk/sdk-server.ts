import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@heddle/contract/client'
import { startServer } from '../server/server-process.ts'

/** A built server that can be stopped and restarted at the same address, with its data. */
export interface SdkServer {
  readonly url: string
  /** Reads stored data directly from the server. */
  readonly client: Client
  /** A folder for the programs that use it, removed when the server is closed. */
  readonly folder: string
  /** Environment variables that point an SDK at it. */
  readonly environment: Readonly<Record<string, string>>
  /** Kills it, like a crash. */
  crash(): Promise<void>
  /** Stops it gracefully. */
  stop(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const API_KEY = 's'.repeat(40)

export async function openSdkServer(): Promise<SdkServer> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-sdk-'))
  const data = join(folder, 'data')
  let server = await startServer({ data, apiKey: API_KEY })
  const { url } = server

  return {
    url,
    folder,
    client: createClient({ baseUrl: url, apiKey: API_KEY }),
    environment: environmentFor(url, folder),
    crash: () => server.kill(),
    async stop() {
      await server.stop()
    },
    async comeBack() {
      server = await startServer({ data, apiKey: API_KEY, port: Number(new URL(url).port) })
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const environmentFor = (url: string, folder: string): Record<string, string> => ({
  WANDB_BASE_URL: url,
  WF_TRACE_SERVER_URL: url,
  WANDB_API_KEY: API_KEY,
  WANDB_ERROR_REPORTING: 'false',
  WEAVE_SERVER_CACHE_DIR: join(folder, 'cache'),
  // Keeps out the user's own settings and key files.
  HOME: folder,
  NO_PROXY: '127.0.0.1',
})
