import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folderOf = (name) => fileURLToPath(new URL(`../../.venv/${name}`, import.meta.url))

const environment = (name, packages) => ({
  folder: folderOf(name),
  packages,
  isPrepared: existsSync(`${folderOf(name)}/.prepared`),
})

/** The generators of clients, outside of node_modules: openapi-typescript needs a TypeScript that has an API. */
export const typescript = environment('clients-typescript', [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
])

export const python = environment('clients-python', ['openapi-python-client==0.29.1', 'mypy==2.4.1'])
