import { createClient } from '@heddle/contract/client'
import { runningUrl } from '../service/folder-lock.ts'
import { localUrl } from '../service/local-url.ts'
import { CommandLineError, NotReachable } from '../usage-error.ts'
import { SERVER } from './client/commands.ts'
import type { Command, Invocation } from './command.ts'

const TRACES_DEFAULT = 400

const ADVICE = 'start one with npx heddle, or name it with HEDDLE_URL or its folder with --data'

/** Uses the HTTP API of the running server, like any other client. */
export const demo: Command = {
  words: ['demo'],
  parameters: [],
  flags: {
    ...SERVER,
    project: { type: 'string', value: 'ENTITY/PROJECT', help: 'Where the calls go (demo/assistant)' },
    traces: {
      type: 'string',
      value: 'N',
      help: `How many requests of the fictional shop (${TRACES_DEFAULT})`,
    },
  },
  settings: ['host', 'port', 'data'],
  summary: 'Fill a project of the running server with a realistic demo',
  async run(invocation) {
    // Loaded here: the server starts faster without them.
    const { readHealth } = await import('@heddle/contract/service')
    const { fillDemo } = await import('../demo/fill.ts')
    const { explained, folderKey, keyOf, namedUrl } = await import('./client/connection.ts')
    const named = namedUrl(invocation)
    const baseUrl = named ?? urlOf(invocation)
    const apiKey = named === undefined ? folderKey(invocation) : keyOf(invocation, named)
    const project_id = invocation.text('project') ?? 'demo/assistant'
    const traces = tracesOf(invocation)
    const { note, print } = invocation.context
    const client = createClient({ baseUrl, apiKey })
    await client.call(readHealth, {}).catch((cause: unknown) => {
      throw new NotReachable(`No server answers at ${baseUrl}: ${ADVICE}`, { cause })
    })
    note(`Writing to ${project_id} on ${baseUrl}`)
    try {
      await fillDemo(client, { project_id, nowMs: Date.now(), traces, report: note })
    } catch (error) {
      throw explained(error, baseUrl)
    }
    print(`${baseUrl}/${project_id}/weave/traces`)
  },
}

/** The address in the settings if there is one, else that of the server which runs on the data folder. */
function urlOf(invocation: Invocation): string {
  const { host, port, data, apiKey } = invocation.config
  const { HEDDLE_PORT, HEDDLE_HOST } = invocation.context.environment
  const isSet = invocation.text('port') ?? invocation.text('host') ?? HEDDLE_PORT ?? HEDDLE_HOST
  if (isSet) return localUrl(host, port)
  const url = runningUrl(data)
  // The key of the folder is for its own server, not for what listens on the default port.
  if (url === undefined && apiKey === '') throw new NotReachable(`No server runs on ${data}: ${ADVICE}`)
  return url ?? localUrl(host, port)
}

function tracesOf(invocation: Invocation): number {
  const text = invocation.text('traces')
  const count = text === undefined ? TRACES_DEFAULT : Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new CommandLineError(`--traces must be a whole number above 0, not ${text}`)
  return count
}
