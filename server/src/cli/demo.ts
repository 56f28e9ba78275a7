import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, createClient } from '@heddle/contract/client'
import { announcedUrl, localUrl } from '../service/local-url.ts'
import { CommandLineError, UsageError } from '../usage-error.ts'
import type { Command, Invocation } from './command.ts'

const TRACES_DEFAULT = 400

/** Uses the HTTP API of the running server, like any other client. */
export const demo: Command = {
  words: ['demo'],
  parameters: [],
  flags: {
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
    const baseUrl = urlOf(invocation)
    const project_id = invocation.text('project') ?? 'demo/assistant'
    const client = createClient({ baseUrl, apiKey: apiKeyOf(invocation) })
    await client.call(readHealth, {}).catch((cause: unknown) => {
      throw new UsageError(
        `No server answers at ${baseUrl}: start one with npx heddle, or name its folder with --data`,
        { cause },
      )
    })
    await fillDemo(client, {
      project_id,
      nowMs: Date.now(),
      traces: tracesOf(invocation),
      report: (line) => invocation.context.note(line),
    }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      throw new UsageError(`The server at ${baseUrl} rejected a request: ${error.message}`, { cause: error })
    })
    invocation.context.print(`${baseUrl}/${project_id}/weave/traces`)
  },
}

/** The address in the settings if there is one, else that of the server which runs on the data folder. */
function urlOf(invocation: Invocation): string {
  const { host, port, data } = invocation.config
  const { HEDDLE_PORT, HEDDLE_HOST } = invocation.context.environment
  const isSet = invocation.text('port') ?? invocation.text('host') ?? HEDDLE_PORT ?? HEDDLE_HOST
  return (isSet ? undefined : announcedUrl(data)) ?? localUrl(host, port)
}

function apiKeyOf({ config }: Invocation): string {
  if (config.apiKey !== '') return config.apiKey
  const file = join(config.data, 'admin-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new UsageError(`No API key in ${file}: set the server's data folder, or HEDDLE_API_KEY`, { cause })
  }
}

function tracesOf(invocation: Invocation): number {
  const text = invocation.text('traces')
  const count = text === undefined ? TRACES_DEFAULT : Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new CommandLineError(`--traces must be a whole number above 0, not ${text}`)
  return count
}
