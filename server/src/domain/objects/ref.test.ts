import { describe, expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { callRef, collectRefs, formatRef, isCanonicalRef, parseRef, type Ref, type RefStep } from './ref.ts'

const object = (extra: readonly RefStep[]): Ref => ({
  kind: 'object',
  project_id: 'acme/demo',
  name: 'm',
  version: 'D',
  extra,
})

describe('every kind of ref is parsed and formatted back', () => {
  test.each<[string, Ref]>([
    ['weave:///acme/demo/object/m:D', object([])],
    [
      'weave:///acme/demo/op/rank:v3',
      { kind: 'op', project_id: 'acme/demo', name: 'rank', version: 'v3', extra: [] },
    ],
    [
      'weave:///acme/demo/object/m:D/attr/rows/id/R/key/a%2Fb%20c/index/2',
      object([
        { edge: 'attr', value: 'rows' },
        { edge: 'id', value: 'R' },
        { edge: 'key', value: 'a/b c' },
        { edge: 'index', value: 2 },
      ]),
    ],
    ['weave:///acme/demo/table/0a1b', { kind: 'table', project_id: 'acme/demo', digest: '0a1b' }],
    ['weave:///acme/demo/call/c1', { kind: 'call', project_id: 'acme/demo', id: 'c1' }],
    ['weave:///acme/demo/agent_turn/t1', { kind: 'agent_turn', project_id: 'acme/demo', id: 't1' }],
    ['weave:///acme/demo/agent_span/s1', { kind: 'agent_span', project_id: 'acme/demo', id: 's1' }],
    [
      'weave:///acme/demo/agent_conversation/a%2Fb',
      { kind: 'agent_conversation', project_id: 'acme/demo', id: 'a/b' },
    ],
    [
      'wandb-artifact:///acme/demo/weights:v0',
      { kind: 'artifact', project_id: 'acme/demo', name: 'weights', version: 'v0' },
    ],
  ])('%s', (text, ref) => {
    expect(parseRef(text)).toEqual(ref)
    expect(formatRef(ref)).toBe(text)
    expect(isCanonicalRef(text)).toBe(true)
  })
})

describe('texts that are not refs are rejected', () => {
  test.each([
    '',
    'weave:///',
    'weave:///acme/demo',
    'weave:///acme/demo/object/m',
    'weave:///acme/demo/object/m:',
    'weave:///acme/demo/object/:D',
    'weave:///acme/demo/object/m:D:E',
    'weave:///acme/demo/object/m:D/attr',
    'weave:///acme/demo/object/m:D/attr/x/',
    'weave:///acme/demo/object/m:D/what/x',
    'weave:///acme/demo/object/m:D/index/two',
    'weave:///acme/demo/thing/x',
    'weave:///acme//call/c1',
    'weave://acme/demo/call/c1',
    'wandb-artifact:///acme/demo/weights',
    ' weave:///acme/demo/call/c1',
  ])('%s', (text) => {
    expect(parseRef(text)).toBeUndefined()
  })
})

describe('a ref that is not in canonical form is still parsed', () => {
  test.each([
    'weave:///acme/demo/object/m:D/',
    'weave:///acme/demo/call/c1/attr/x',
    'weave:///acme/demo/table/0a1b/id/R',
    'weave:///acme/demo/object/m:D/key/a(b)',
    'weave:///acme/demo/object/m:D/key/100%',
    'weave:///acme/demo/object/m:D/key/caf%c3%a9',
    'weave:///acme/demo/object/m:D/index/01',
    'weave:///acme/demo/object/m:D/key/\ud800',
  ])('%s', (text) => {
    expect(parseRef(text)).toBeDefined()
    expect(isCanonicalRef(text)).toBe(false)
  })
})

test('extras are encoded beyond what encodeURIComponent does, and a plus stays a plus', () => {
  const withKey = (value: string) => formatRef(object([{ edge: 'key', value }]))

  expect(withKey("a!'()*~")).toBe('weave:///acme/demo/object/m:D/key/a%21%27%28%29%2A~')
  expect(withKey('k+1')).toBe('weave:///acme/demo/object/m:D/key/k%2B1')
  expect(withKey('100%')).toBe('weave:///acme/demo/object/m:D/key/100%25')
  expect(withKey('café')).toBe('weave:///acme/demo/object/m:D/key/caf%C3%A9')
  expect(parseRef('weave:///acme/demo/object/m:D/key/k+1')).toEqual(object([{ edge: 'key', value: 'k+1' }]))
})

test('the ref of a call is made of its project and its id', () => {
  expect(callRef('acme/demo', 'c1')).toBe('weave:///acme/demo/call/c1')
})

describe('refs are collected from a payload', () => {
  const m = 'weave:///acme/demo/object/m:D'
  test.each<[string, string, string[]]>([
    ['whole strings at any depth', `{"a":["x",{"b":"${m}"}],"c":"${m}/attr/x"}`, [m, `${m}/attr/x`]],
    ['each once', `["${m}","${m}"]`, [m]],
    ['from a bare string', `"${m}"`, [m]],
    ['but not from keys', `{"${m}":1}`, []],
    ['nor from the middle of a text', `{"a":"see ${m}"}`, []],
    ['nor when malformed', '{"a":"weave:///acme/demo/object/m","b":"weave:///x"}', []],
    ['nor when not canonical', `{"a":"${m}/","b":"${m}/key/a(b)"}`, []],
    [
      'with escaped slashes',
      '{"a":"weave:\\/\\/\\/acme\\/demo\\/call\\/c1"}',
      ['weave:///acme/demo/call/c1'],
    ],
    ['spelt in escapes', '{"a":"\\u0077eave:///acme/demo/call/c1"}', ['weave:///acme/demo/call/c1']],
    ['none where there is no marker', '{"a":1}', []],
  ])('%s', (_, text, refs) => {
    expect(collectRefs(new JsonText(text))).toEqual(refs)
  })
})

test('a long text that begins like a ref is not one', () => {
  expect(parseRef(`weave:///team/app/object/a:b${'/key/k'.repeat(20_000)}`)).toBeUndefined()
  expect(parseRef(`weave:///team/app/object/a:b${'/key/k'.repeat(2_000)}`)).toMatchObject({ kind: 'object' })
})
