import { expect, test } from 'vitest'
import { checkObjectName, nameHasClass, objectIdFor } from './name.ts'
import type { StoredVersion } from './object.ts'

test.each(['cfg', 'M.predict', 'a_b-c.1', 'größe', '模型', 'x'.repeat(128), '__proto__'])(
  'the name %s is fine',
  (name) => {
    expect(() => checkObjectName(name)).not.toThrow()
  },
)

test.each(['', 'a b', 'a/b', 'a:b', 'a*', 'a\n', '👍'])('the name %j is an invalid field', (name) => {
  expect(() => checkObjectName(name)).toThrow(expect.objectContaining({ code: 'invalid_field' }))
})

test('a name of 129 characters is an invalid request', () => {
  expect(() => checkObjectName('x'.repeat(129))).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

const existing = (changes: Partial<StoredVersion>): StoredVersion => ({
  project_id: 'acme/demo',
  object_id: 'cfg',
  digest: 'd',
  kind: 'object',
  base_object_class: null,
  leaf_object_class: null,
  wb_user_id: 'ada',
  created_at: 0,
  version_index: 0,
  is_latest: true,
  deleted_at: null,
  size_bytes: 0,
  tags: [],
  aliases: [],
  ...changes,
})

const candidate = (base_object_class: string | null) => ({
  object_id: 'cfg',
  kind: 'object' as const,
  base_object_class,
})

test('a name keeps the class of its live versions', () => {
  const versions = [existing({ base_object_class: 'Model' })]

  expect(nameHasClass(candidate('Model'), versions)).toBe(true)
  expect(() => nameHasClass(candidate('Prompt'), versions)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('having no class counts as a class', () => {
  const refusal = expect.objectContaining({ code: 'invalid_request' })

  expect(nameHasClass(candidate(null), [existing({})])).toBe(true)
  expect(() => nameHasClass(candidate(null), [existing({ base_object_class: 'Model' })])).toThrow(refusal)
  expect(() => nameHasClass(candidate('Model'), [existing({})])).toThrow(refusal)
})

test('a name that several servers gave different classes at the same time keeps all of them', () => {
  const versions = [existing({ base_object_class: 'Model' }), existing({ base_object_class: 'Prompt' })]

  const [first, second] = versions.map(({ base_object_class }) =>
    nameHasClass(candidate(base_object_class), versions),
  )

  expect([first, second]).toEqual([true, true])
  expect(() => nameHasClass(candidate('Dataset'), versions)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('an op of the same name and deleted versions do not matter', () => {
  const versions = [
    existing({ kind: 'op', base_object_class: 'Op' }),
    existing({ base_object_class: 'Prompt', deleted_at: 1 }),
  ]

  expect(nameHasClass(candidate('Model'), versions)).toBe(false)
})

test.each([
  ['My Thing', 'my_thing'],
  ['a/b c', 'a_b_c'],
  ['ok-1.2!?', 'ok-1.2'],
  ['Größe', 'größe'],
  ['!!!', 'Model'],
  ['', 'Model'],
  [undefined, 'Model'],
])('what is called %j is published as %s', (name, id) => {
  expect(objectIdFor(name, 'Model')).toBe(id)
})
