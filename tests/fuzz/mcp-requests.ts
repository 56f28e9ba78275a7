import { projectTools } from '../../server/src/mcp/project-tools.ts'
import { traceTools } from '../../server/src/mcp/trace-tools.ts'
import { PROJECTS, type Source } from './field-values.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { mutate } from './mutate.ts'
import { writeRawJson } from './raw-json.ts'
import { valueFor } from './schema-values.ts'

export const MCP_PATH = '/mcp'

const TOOLS = [...projectTools, ...traceTools]
const METHODS = [
  'initialize',
  'tools/list',
  'tools/call',
  'ping',
  'notifications/initialized',
  '',
  '__proto__',
] as const

interface McpRequest {
  readonly path: string
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A message of the Model Context Protocol, mostly a call of a tool, or a batch of some. */
export function mcpRequest(source: Source): McpRequest {
  const { random } = source
  const one = () => (random.chance(0.4) ? mutate(message(source), random) : message(source))
  const body = random.chance(0.05) ? Array.from({ length: random.below(5) }, one) : one()
  const project = random.pick([
    '',
    '',
    `?project=${random.pick(PROJECTS)}`,
    '?project=%00',
    '?project=a&project=b',
  ])
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: random.chance(0.9) ? 'application/json, text/event-stream' : '*/*',
  }
  if (random.chance(0.05)) headers['mcp-protocol-version'] = random.pick(['2025-06-18', '1', '__proto__'])
  if (random.chance(0.05)) headers['mcp-session-id'] = 'x'
  return { path: `${MCP_PATH}${project}`, label: 'MCP', headers, body: Buffer.from(writeRawJson(body)) }
}

function message(source: Source): unknown {
  const { random } = source
  const isCall = random.chance(0.8)
  return {
    jsonrpc: random.chance(0.98) ? '2.0' : '1.0',
    id: random.chance(0.9) ? random.below(100) : hostileValue(random),
    method: isCall ? 'tools/call' : random.pick(METHODS),
    params: isCall ? toolCall(source) : hostileValue(random),
  }
}

function toolCall(source: Source): unknown {
  const { random } = source
  const tool = TOOLS[random.below(TOOLS.length)]
  if (!tool || random.chance(0.03)) return { name: hostileText(random), arguments: hostileValue(random) }
  const input = valueFor(tool.input, '', source)
  return { name: tool.name, arguments: { ...Object(input), project: random.pick(PROJECTS) } }
}
