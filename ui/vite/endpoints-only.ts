import type { Endpoint } from '@heddle/contract/endpoint'
import { type Plugin, runnerImport } from 'vite'

const CLIENT = 'client.ts'

/**
 * Of the contract, the page gets what it needs to send a request: how each endpoint is reached. Schemas,
 * examples and descriptions stay with the server; their types are gone by then anyway.
 */
export function endpointsOnly(contractFolder: string): Plugin {
  return {
    name: 'heddle:endpoints-only',
    apply: 'build',
    async load(file) {
      if (!file.startsWith(contractFolder) || file.endsWith(`/${CLIENT}`)) return null
      const { module } = await runnerImport<Readonly<Record<string, unknown>>>(file, { logLevel: 'error' })
      return Object.entries(module)
        .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
        .map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(wayTo(endpoint))}`)
        .join('\n')
    },
  }
}

const wayTo = ({ method, path, requestAs, replyAs }: Endpoint) => ({ method, path, requestAs, replyAs })

const isEndpoint = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'method' in value && 'replyAs' in value
