import { serveStdio } from '../../mcp/server.ts'
import type { Invocation } from '../command.ts'
import { projectOf, withConnection } from './connection.ts'

/** Serves MCP on standard input and output, for one project. */
export const serveMcp = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const projectId = await projectOf(invocation, connection)
    const stopped = invocation.context.untilStopped()
    await serveStdio({ client: connection.client, projectId }, stopped)
  })
