import { describe, expect, test } from 'vitest'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { exportedSpan, exportOf } from '../testing/otlp.ts'
import { decodeTraces } from './decode.ts'
import { membershipsOf } from './sessions.ts'

const idOf = (name: string) => Buffer.from(name.padEnd(8)).toString('hex')
const nameOf = (id: string) => Buffer.from(id, 'hex').toString().trim()

/** A span with its name as id, and the name of its parent. */
const span = (name: string, parent: string, attributes: object = {}, fields: object = {}) =>
  exportedSpan(attributes, {
    name,
    spanId: idOf(name),
    ...(parent !== '' && { parentSpanId: idOf(parent) }),
    ...fields,
  })

async function settle(spans: object[]) {
  const body = Buffer.from(JSON.stringify(exportOf(spans)))
  const groups = await decodeTraces({ body, encoding: 'json', contentEncoding: '', bytesMax: 1024 ** 3 })
  const read = groups.flatMap(({ resource, scopes }) =>
    scopes.flatMap(({ scope, spans: inScope }) =>
      inScope.map((each) => ({ project_id: 'team/app', resource, scope, span: each })),
    ),
  )
  return [...membershipsOf(read)]
}

const endUsers = async (...spans: object[]) =>
  Object.fromEntries(
    (await settle(spans)).map(
      ([
        {
          span: { name },
        },
        { end_user },
      ]) => [name, end_user],
    ),
  )

/** Thread and turn of each span by its name, the turn by the name of its span. */
async function memberships(...spans: object[]) {
  return Object.fromEntries(
    (await settle(spans)).map(
      ([
        {
          span: { name },
        },
        { thread_id, turn_id },
      ]) => [name, [thread_id, nameOf(turn_id)]],
    ),
  )
}

const session = { 'session.id': 's' }

describe('the session', () => {
  test.each(ATTRIBUTES.session_id)('is read from %s', async (key) => {
    expect(await memberships(span('a', '', { [key]: 's' }))).toEqual({ a: ['s', 'a'] })
  })

  test.each(['langfuse.trace.metadata.session_id', 'mlflow.trace.session'])(
    'is read from %s without the quotes of JSON',
    async (key) => {
      expect(await memberships(span('a', '', { [key]: '"s"' }))).toEqual({ a: ['s', 'a'] })
    },
  )

  test('may be a number', async () => {
    expect(await memberships(span('a', '', { 'session.id': 7 }))).toEqual({ a: ['7', 'a'] })
  })

  test.each([
    ['metadata', 'session_id'],
    ['langfuse.trace.metadata', 'session_id'],
    ['traceloop.association.properties', 'chat_id'],
    ['ai.telemetry.metadata', 'threadId'],
    ['langsmith.metadata', 'thread_id'],
  ])('is read from JSON in %s, too', async (container, member) => {
    const json = { [container]: JSON.stringify({ [member]: 's', other: { __proto__: 1 } }) }

    expect(await memberships(span('a', '', json))).toEqual({ a: ['s', 'a'] })
    expect(await memberships(span('a', '', { [container]: { [member]: 's' } }))).toEqual({ a: ['s', 'a'] })
    expect(await memberships(span('a', '', { [container]: `{"${member}":` }))).toEqual({ a: ['', ''] })
  })

  test('that Logfire scrubbed is ignored, and the next name counts', async () => {
    const scrubbed = { 'session.id': "[Scrubbed due to 'session']" }

    expect(await memberships(span('a', '', scrubbed))).toEqual({ a: ['', ''] })
    expect(await memberships(span('a', '', { ...scrubbed, 'gen_ai.conversation.id': 'c' }))).toEqual({
      a: ['c', 'a'],
    })
  })

  test('that is too long is ignored, and the next name counts', async () => {
    const long = { 'session.id': 'x'.repeat(1025), 'gen_ai.conversation.id': 'c' }

    expect(await memberships(span('a', '', long))).toEqual({ a: ['c', 'a'] })
  })

  test('is inherited by all below, whatever the order of the spans', async () => {
    expect(await memberships(span('c', 'b'), span('b', 'a'), span('a', '', session), span('x', ''))).toEqual({
      a: ['s', 'a'],
      b: ['s', 'a'],
      c: ['s', 'a'],
      x: ['', ''],
    })
  })

  test('of another trace is not inherited, even with equal span ids', async () => {
    const other = { traceId: '1'.repeat(32) }

    expect(await memberships(span('a', '', session), span('b', 'a', {}, other))).toMatchObject({
      b: ['', ''],
    })
  })
})

describe('a turn', () => {
  test('is the outermost span of a session, not every span that names it', async () => {
    const chat = { 'gen_ai.conversation.id': 'c', 'gen_ai.operation.name': 'chat' }
    const tool = { 'gen_ai.conversation.id': 'c', 'gen_ai.operation.name': 'execute_tool' }
    const agent = { 'gen_ai.conversation.id': 'c', 'gen_ai.operation.name': 'invoke_agent' }

    expect(
      await memberships(
        span('c1', 'a', chat),
        span('t', 'a', tool),
        span('c2', 'a', chat),
        span('a', '', agent),
      ),
    ).toEqual({ a: ['c', 'a'], c1: ['c', 'a'], t: ['c', 'a'], c2: ['c', 'a'] })
  })

  test('starts below a span without a session', async () => {
    expect(await memberships(span('web', ''), span('a', 'web', session), span('b', 'a'))).toEqual({
      web: ['', ''],
      a: ['s', 'a'],
      b: ['s', 'a'],
    })
  })

  test('starts where another session starts', async () => {
    expect(await memberships(span('a', '', session), span('b', 'a', { 'session.id': 'z' }))).toEqual({
      a: ['s', 'a'],
      b: ['z', 'b'],
    })
  })

  test.each<[string, object, string]>([
    ['is what says so', { 'wandb.is_turn': true }, 'b'],
    ['is not what denies it', { 'wandb.is_turn': false }, 'a'],
    ['cannot be declared by a word', { 'wandb.is_turn': 'true' }, 'a'],
  ])('%s', async (_, attributes, turn) => {
    expect(await memberships(span('a', '', session), span('b', 'a', attributes))).toMatchObject({
      b: ['s', turn],
    })
  })

  test('needs a session', async () => {
    expect(await memberships(span('a', '', { 'wandb.is_turn': true }))).toEqual({ a: ['', ''] })
  })
})

describe('a span whose parent comes later', () => {
  test.each(['chat', 'execute_tool', 'embeddings', 'retrieval', 'agent_step'])(
    'is a step of that one if it is of %s',
    async (operation) => {
      const attributes = { ...session, 'gen_ai.operation.name': operation }

      expect(await memberships(span('b', 'later', attributes))).toEqual({ b: ['s', ''] })
    },
  )

  test('is a turn of its own otherwise', async () => {
    expect(
      await memberships(span('b', 'later', { ...session, 'gen_ai.operation.name': 'invoke_agent' })),
    ).toEqual({
      b: ['s', 'b'],
    })
  })

  test('from another process is a turn, whatever it did', async () => {
    const attributes = { ...session, 'gen_ai.operation.name': 'chat' }

    expect(await memberships(span('b', 'away', attributes, { flags: 0x301 }))).toEqual({ b: ['s', 'b'] })
    expect(await memberships(span('b', 'away', attributes, { flags: 0x101 }))).toEqual({ b: ['s', ''] })
  })
})

test.each(ATTRIBUTES.end_user)('the end user is read from %s, and is that of all below', async (key) => {
  const users = await endUsers(
    span('a', '', { [key]: 'ada' }),
    span('b', 'a'),
    span('c', 'b', { 'user.id': 'bob' }),
  )

  expect(users).toEqual({ a: 'ada', b: 'ada', c: 'bob' })
})

test('the end user is read from JSON in metadata, too', async () => {
  expect(await endUsers(span('a', '', { 'traceloop.association.properties': '{"user_id":7}' }))).toEqual({
    a: '7',
  })
})

test('cycles of parents, and spans that are their own parents, are handled', async () => {
  expect(await memberships(span('a', 'b', session), span('b', 'a'), span('c', 'c', session))).toMatchObject({
    a: ['s', expect.any(String)],
    b: expect.any(Array),
    c: ['s', 'c'],
  })
})

test('a trace deeper than the stack is handled', async () => {
  const depth = 20_000
  const spans = Array.from({ length: depth }, (_, index) =>
    span(`n${index}`, index === 0 ? '' : `n${index - 1}`, index === 0 ? session : {}),
  )

  expect(await memberships(...spans.reverse())).toMatchObject({ [`n${depth - 1}`]: ['s', 'n0'] })
})
