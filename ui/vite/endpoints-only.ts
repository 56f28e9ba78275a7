import type { Endpoint } from '@heddle/contract/endpoint'
import { type Plugin, runnerImport } from 'vite'

/** Modules and folders of the contract that the page runs as they are. */
const RUNTIME = [
  'audit-actions.ts',
  'client.ts',
  'json-scanner.ts',
  'lines.ts',
  'sql-tables.ts',
  'filter/',
  'call/',
  'compare/',
]

/** Reduces the contract's modules to the method and path of each endpoint: the page never validates by schema. */
export function endpointsOnly(contractFolder: string): Plugin {
  return {
    name: 'heddle:endpoints-only',
    apply: 'build',
    async load(file) {
      if (!file.startsWith(contractFolder)) return null
      const name = file.slice(contractFolder.length)
      if (RUNTIME.some((path) => name.startsWith(path))) return null
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
