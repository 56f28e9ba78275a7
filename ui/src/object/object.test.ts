import type { ObjectRecord } from '@heddle/contract/objects'
import { expect, test } from 'vitest'
import { parseRef } from '../navigation/ref.ts'
import { classOf, groupCounts, groupOf, searched } from './class.ts'
import { withLabels } from './labels.ts'
import { refOf, refsIn, tableDigest } from './ref.ts'

test('refs round-trip', () => {
  const ref = refOf({ project_id: 'team/app', kind: 'op', object_id: 'my.op', digest: 'abc' })

  expect(ref).toBe('weave:///team/app/op/my.op:abc')
  expect(parseRef(ref)).toMatchObject({ projectId: 'team/app', kind: 'op', name: 'my.op', digest: 'abc' })
})

test('only table refs have a table digest', () => {
  expect(tableDigest('weave:///team/app/table/f00')).toBe('f00')
  expect(tableDigest('weave:///team/app/call/123')).toBeUndefined()
  expect(tableDigest(7)).toBeUndefined()
})

test('objects are grouped by base class', () => {
  const prompt = { kind: 'object', base_object_class: 'Prompt', leaf_object_class: 'StringPrompt' } as const
  const own = { kind: 'object', base_object_class: 'Settings', leaf_object_class: 'Settings' } as const
  const op = { kind: 'op', base_object_class: null, leaf_object_class: null } as const

  expect([prompt, own, op].map(groupOf)).toEqual(['prompts', 'others', 'ops'])
  expect([prompt, own, op].map(classOf)).toEqual(['StringPrompt', 'Settings', 'Op'])
})

test('refs are found anywhere in a value, once each', () => {
  const json = '{"a":"weave:///t/p/object/x:1","b":["weave:///t/p/object/x:1","see weave:///t/p/op/y:2 too"]}'

  expect(refsIn(json).map(({ ref }) => ref.name)).toEqual(['x', 'y'])
})

const object = (object_id: string, base_object_class: string | null, tags: string[] = []): ObjectRecord => ({
  project_id: 'team/app',
  object_id,
  created_at: '2025-03-01T10:00:00Z',
  deleted_at: null,
  digest: 'd',
  version_index: 0,
  is_latest: 1,
  kind: 'object',
  base_object_class,
  leaf_object_class: base_object_class,
  val: {},
  wb_user_id: null,
  size_bytes: null,
  tags,
  aliases: ['latest'],
})

const older = { ...object('greeting', 'Prompt', ['reviewed']), aliases: ['production'], is_latest: 0 }
const OBJECTS = withLabels(
  [object('greeting', 'Prompt'), object('greeter', 'Model'), object('rest', null)].map((each) => ({
    ...each,
    version_index: 1,
  })),
  [older],
)

test('an object has the labels of all its versions', () => {
  expect(OBJECTS.map(({ labels }) => labels)).toEqual([
    [
      { kind: 'alias', name: 'production', version: 'v0', isLatest: false },
      { kind: 'tag', name: 'reviewed', version: 'v0', isLatest: false },
    ],
    [],
    [],
  ])
})

test('search covers names, classes, tags and aliases, case-insensitive', () => {
  const found = (words: string) => searched(OBJECTS, 'all', words).map(({ object_id }) => object_id)

  expect(found('GREET')).toEqual(['greeting', 'greeter'])
  expect(found('reviewed')).toEqual(['greeting'])
  expect(found('production')).toEqual(['greeting'])
  expect(found('model')).toEqual(['greeter'])
})

test('search is limited to the selected group', () => {
  expect(searched(OBJECTS, 'models', 'greet').map(({ object_id }) => object_id)).toEqual(['greeter'])
})

test('groups without objects are not listed', () => {
  expect(groupCounts(OBJECTS).map(({ title, count }) => `${title} ${count}`)).toEqual([
    'Prompts 1',
    'Models 1',
    'Others 1',
  ])
})
