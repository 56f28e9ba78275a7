import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { redactCredentials } from './domain/calls/redaction.ts'
import { JsonText } from './json/text.ts'
import { endpoints } from './testing/endpoints.ts'
import { startService } from './testing/service.ts'

/**
 * Requests and stored data meet regular expressions, and one that backtracks over a long text stops the
 * server for everybody. So each one in the sources is proven to take linear time, also where the search
 * starts over at every character because the pattern has no anchor.
 */

/** The analyser as plain JavaScript: it also ships as a native program, which not every platform has. */
beforeAll(() => void vi.stubEnv('RECHECK_BACKEND', 'pure'))
afterAll(() => void vi.unstubAllEnvs())

const HOSTILE_LENGTH = 100_000

/** Where a pattern is put together at run time, a test of its own below shows that it is linear. */
const BUILT_AT_RUN_TIME = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text, quoted.
  "server/src/domain/calls/redaction.ts: new RegExp(`^(?:${NAMES.join('|')})$|(?:${ENDINGS.join('|')})$`)",
  "server/src/http/request/scalars.ts: new RegExp(bounds.pattern, 'u')",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text, quoted.
  'server/src/http/unknown-route.ts: new RegExp(`^${source}$`)',
]

const found = ['contract/src', 'server/src'].flatMap(sourcesUnder).flatMap(regexpsIn)

test('every regular expression takes linear time, whatever text it meets', { timeout: 300_000 }, () => {
  expect(found.filter((regexp) => 'pattern' in regexp).length).toBeGreaterThan(50)

  expect(slowOnes(found)).toEqual([])
})

test('a pattern that is built at run time is known here', () => {
  const built = found.flatMap((regexp) => ('built' in regexp ? [`${regexp.path}: ${regexp.built}`] : []))

  expect(built).toEqual(BUILT_AT_RUN_TIME)
})

test('a slow pattern is found, whichever way it is slow', () => {
  const planted = regexpsIn({
    path: 'server/src/a.ts',
    text: String.raw`
      const exponential = /^(?:a|a)*$/
      const overlapping = /^\d+\.?\d*$/
      const unanchored = (text: string) => text.replace(/\s+$/, '')
      const global = /a+b/g
      const linear = /^\d+(?:\.\d*)?$/
      const built = [new RegExp(text), RegExp(text), text.match('a+b')]
    `,
  })

  expect(slowOnes(planted)).toEqual([
    'server/src/a.ts: /^(?:a|a)*$/ is exponential',
    String.raw`server/src/a.ts: /^\d+\.?\d*$/ is polynomial`,
    String.raw`server/src/a.ts: /\s+$/ is polynomial`,
    'server/src/a.ts: /a+b/g is polynomial',
  ])
  expect(planted.flatMap((regexp) => ('built' in regexp ? [regexp.built] : []))).toEqual([
    'new RegExp(text)',
    'RegExp(text)',
    "text.match('a+b')",
  ])
})

test('the patterns of the contract take linear time', () => {
  const patterns: string[] = []
  JSON.stringify(endpoints, (key, value: unknown) => {
    // The patterns of redaction rules are matched by `domain/redaction`, in linear time.
    if (key === 'example') return undefined
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })

  expect(patterns.filter((pattern) => checkSync(pattern, 'u').status !== 'safe')).toEqual([])
})

test('long keys are compared with the names of credentials in linear time', { timeout: 5_000 }, () => {
  const keys = ['apikey', 'secretaccesskey', '_-', 'a', 'authorization']
  const members = keys.map((key) => [`${key.repeat(HOSTILE_LENGTH / key.length)}x`, 'value'])
  const payload = new JsonText(JSON.stringify(Object.fromEntries(members)))

  expect(redactCredentials(payload)).toBe(payload)
})

test('a long path is compared with the routes in linear time', { timeout: 10_000 }, async () => {
  const service = await startService()
  const paths = ['x', '/', '/calls/', '../', '%2F'].map((part) => part.repeat(HOSTILE_LENGTH / part.length))

  for (const path of paths) {
    const { status } = await service.request({ method: 'PUT', url: `/calls/${path}` })
    expect(status).toBeLessThan(500)
  }
})

type FoundRegexp = { readonly path: string } & (
  | { readonly pattern: string; readonly flags: string }
  | { readonly built: string }
)

interface Source {
  readonly path: string
  readonly text: string
}

/** The regular expressions of a file: literals, and the places that make one of a string. */
function regexpsIn({ path, text }: Source): FoundRegexp[] {
  const regexps: FoundRegexp[] = []
  const built = ({ start, end }: { start: number; end: number }) =>
    void regexps.push({ path, built: text.slice(start, end) })
  new Visitor({
    Literal(node) {
      if ('regex' in node) regexps.push({ path, ...node.regex })
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built(node)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name === 'RegExp') built(node)
      const [argument] = node.arguments
      const takesPattern =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        ['match', 'matchAll'].includes(callee.property.name)
      const isText =
        argument?.type === 'TemplateLiteral' ||
        (argument?.type === 'Literal' && typeof argument.value === 'string')
      if (takesPattern && isText) built(node)
    },
  }).visit(parseSync(path, text).program)
  return regexps
}

/** Matching is limited by its steps, not by time, which on a busy machine makes a pattern look slow. */
const BY_STEPS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

function slowOnes(regexps: readonly FoundRegexp[]): string[] {
  return regexps.flatMap((regexp) => {
    if (!('pattern' in regexp)) return []
    const { path, pattern, flags } = regexp
    const checked = checkSync(pattern, flags, BY_STEPS)
    if (checked.status === 'safe') return []
    const verdict = checked.status === 'vulnerable' ? checked.complexity.type : 'not understood'
    return [`${path}: /${pattern}/${flags} is ${verdict}`]
  })
}

function sourcesUnder(folder: string): Source[] {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .map((name) => posix.join(folder, name))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
