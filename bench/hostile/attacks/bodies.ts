import { gzipSync } from 'node:zlib'
import type { Attack, AttackContext } from '../attacker.ts'
import { type Body, bytes, repeated } from '../body.ts'

const NESTED = `${'['.repeat(190)}${']'.repeat(190)},`
const OBJECT_HEAD = '{"obj":{"project_id":"team/app","object_id":"x","val":'

/** Bodies that expand when they are parsed, or that break parsers. */
export const bodyAttacks: readonly Attack[] = [
  posted(
    'a: nested arrays, no key',
    '/session',
    ({ plan }) => repeated('{"key":[', NESTED, plan.body * 0.7, '0]}'),
    null,
  ),
  form(
    'b: form of 20 parts and a truncated one',
    `${formPart('x').repeat(20)}--b\r\ncontent-disposition: form-data; na`,
  ),
  form(
    'b: form with a broken part head',
    '--b\r\ncontent-disposition: form-data; name="file"m\n\r\n\r\nx\r\n--b--\r\n',
  ),
  zipped('c: gzip of empty spans, JSON', 'application/json', ({ plan }) =>
    repeated('{"resourceSpans":[', '{},', plan.body, '{}]}'),
  ),
  zipped('c: gzip of empty spans, protobuf', 'application/x-protobuf', ({ plan }) =>
    repeated('', '\n\u0000', plan.body, ''),
  ),
  posted('c: object of empty objects', '/obj/create', ({ plan }) =>
    repeated(`${OBJECT_HEAD}[`, '{},', plan.body, '{}]}}'),
  ),
  posted('c: object of ones', '/obj/create', ({ plan }) =>
    repeated(`${OBJECT_HEAD}[`, '1,', plan.body, '1]}}'),
  ),
  posted('c: object of NaN', '/obj/create', ({ plan }) =>
    repeated(`${OBJECT_HEAD}[`, 'NaN,', plan.body, '1]}}'),
  ),
  posted('c: query with a literal of empty objects', '/calls/query', ({ plan }) =>
    repeated(
      '{"project_id":"team/app","query":{"$expr":{"$eq":[{"$getField":"id"},{"$literal":[',
      '{},',
      plan.body,
      '{}]}]}}}',
    ),
  ),
  posted('c: batch of empty items', '/call/upsert_batch', ({ plan }) =>
    repeated('{"batch":[', '{},', plan.body, '{}]}'),
  ),
]

function posted(name: string, path: string, body: (context: AttackContext) => Body, key?: null): Attack {
  const options = key === null ? { key } : {}
  return { name, run: async (context) => (await context.attacker.post(path, body(context), options)).outcome }
}

function form(name: string, text: string): Attack {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return {
    name,
    run: async ({ attacker }) => (await attacker.post('/file/create', bytes(text), { headers })).outcome,
  }
}

function formPart(name: string): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nvalue\r\n`
}

function zipped(name: string, type: string, body: (context: AttackContext) => Body): Attack {
  const headers = { 'content-type': type, 'content-encoding': 'gzip' }
  return {
    name,
    run: async (context) => {
      const packed = gzipSync(Buffer.concat([...body(context).chunks()]))
      return (await context.attacker.post('/otel/v1/traces', bytes(packed), { headers })).outcome
    },
  }
}
