import { ApiError, type Client } from '@heddle/contract/client'
import { readSession } from '@heddle/contract/session'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { TObject } from 'typebox'
import * as Type from 'typebox'
import { ServiceError } from '../errors.ts'
import { serviceVersion } from '../version.ts'
import { projectTools } from './project-tools.ts'
import { type Tool, ToolError } from './tool.ts'
import { traceTools } from './trace-tools.ts'

const TOOLS: readonly Tool[] = [...projectTools, ...traceTools]

const INSTRUCTIONS =
  'Heddle stores traces of LLM applications: a trace is a tree of calls. To debug, start with summarize or find_traces, read a trace with trace_outline, then single calls with read_call.'

interface McpOptions {
  /** Answers all requests, with the access of the key it sends. */
  readonly client: Client
  /** The only project; if undefined, every tool takes one. */
  readonly projectId: string | undefined
}

/** An MCP server for one key. Tools do what the key may do: the API behind the client refuses everything else. */
async function createMcpServer({ client, projectId }: McpOptions): Promise<Server> {
  const { scope } = await client.call(readSession, {})
  const tools = TOOLS.filter(
    ({ writes, anyProject }) => !(writes && scope === 'read') && !(anyProject && projectId !== undefined),
  )
  const server = new Server(
    { name: 'heddle', version: serviceVersion },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((each) => ({
      name: each.name,
      title: each.title,
      description: each.description,
      inputSchema: { ...inputOf(each, projectId), type: 'object' as const },
      annotations: { readOnlyHint: !each.writes, destructiveHint: false, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const called = tools.find(({ name }) => name === params.name)
    try {
      if (!called) throw new ToolError(`There is no tool ${params.name}`)
      return { content: [contentOf(await run(called, params.arguments ?? {}))] }
    } catch (error) {
      return { content: [contentOf(reasonOf(error))], isError: true }
    }
  })
  return server

  async function run(called: Tool, input: Record<string, unknown>): Promise<string> {
    if (called.anyProject) return called.run({ client, projectId: '' }, input)
    const { project = projectId, ...rest } = input
    if (typeof project !== 'string') throw new ToolError('Name a project: see list_projects')
    if (projectId !== undefined && project !== projectId)
      throw new ToolError(`The tools are about the project ${projectId}: leave out project`)
    return called.run({ client, projectId: project }, rest)
  }
}

/** Answers one request of streamable HTTP, without a session. */
export async function answerHttp(options: McpOptions, request: Request): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const server = await createMcpServer(options)
  // Could only cancel a request of the same batch, which would then wait for the answer forever.
  server.removeNotificationHandler('notifications/cancelled')
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}

/** Serves standard input and output until the client closes them, or `stopped` resolves. */
export async function serveStdio(options: McpOptions, stopped: Promise<void>): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const server = await createMcpServer(options)
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  await Promise.race([closed, stopped])
  await server.close()
}

/** The input of a tool, with the project where the server is not bound to one. */
const inputOf = ({ input, anyProject }: Tool, projectId: string | undefined): TObject =>
  projectId !== undefined || anyProject
    ? Type.Object(input.properties, { additionalProperties: false })
    : Type.Object(
        {
          project: Type.String({ description: 'As entity/project: see list_projects.' }),
          ...input.properties,
        },
        { additionalProperties: false },
      )

/** Texts may be cut within a character, and clients fail on half of one. */
const contentOf = (text: string) => ({ type: 'text' as const, text: text.toWellFormed() })

/** The error that the model reads. Anything unexpected is left to the SDK, which reports an internal error. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.reason
  if (error instanceof ToolError || error instanceof ServiceError) return error.message
  throw error
}
