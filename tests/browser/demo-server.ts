import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@heddle/contract/client'
import { fillDemo } from '../../server/src/demo/fill.ts'
import { startServer } from '../server/server-process.ts'

export const PROJECT = 'demo/assistant'
export const API_KEY = 'k'.repeat(40)

/** URL path of a page of the demo project: `traces`, `objects?class=Prompt`. */
export const inProject = (page: string): string => `/${PROJECT}/weave/${page}`

/** The built server with the demo project, in a temporary folder that is removed on stop. */
export interface DemoServer {
  readonly url: string
  readonly client: Client
  stop(): Promise<void>
}

export async function startDemoServer({ traces }: { readonly traces: number }): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-demo-'))
  const server = await startServer({ data: folder, apiKey: API_KEY })
  const { url } = server
  const client = createClient({ baseUrl: url, apiKey: API_KEY })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await fillDemo(client, { project_id: PROJECT, nowMs: Date.now(), traces, report: () => {} })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, client, stop }
}
