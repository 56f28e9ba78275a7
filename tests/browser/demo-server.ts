import { fillDemo } from '../../server/src/demo/fill.ts'
import { startTemporaryServer, type TemporaryServer } from '../server/temporary-server.ts'

export const PROJECT = 'demo/assistant'
export const API_KEY = 'k'.repeat(40)

/** URL path of a page of the demo project: `traces`, `objects?class=Prompt`. */
export const inProject = (page: string): string => `/${PROJECT}/weave/${page}`

/** The built server with the demo project. */
export async function startDemoServer({ traces }: { readonly traces: number }): Promise<TemporaryServer> {
  const server = await startTemporaryServer(API_KEY)
  try {
    await fillDemo(server.client, { project_id: PROJECT, nowMs: Date.now(), traces, report: () => {} })
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
