import type { ObjectRecord } from '@heddle/contract/objects'
import { expect, test } from 'vitest'
import { groupCounts, searched } from './list.ts'

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

const OBJECTS = [object('greeting', 'Prompt', ['reviewed']), object('greeter', 'Model'), object('rest', null)]

test('words are found in names, classes and tags, in any case', () => {
  const found = (words: string) => searched(OBJECTS, 'all', words).map(({ object_id }) => object_id)

  expect(found('GREET')).toEqual(['greeting', 'greeter'])
  expect(found('reviewed')).toEqual(['greeting'])
  expect(found('model')).toEqual(['greeter'])
})

test('a group narrows what is searched', () => {
  expect(searched(OBJECTS, 'models', 'greet').map(({ object_id }) => object_id)).toEqual(['greeter'])
})

test('groups without objects are not listed', () => {
  expect(groupCounts(OBJECTS).map(({ title, count }) => `${title} ${count}`)).toEqual([
    'Prompts 1',
    'Models 1',
    'Others 1',
  ])
})
