import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import type { StoredVersion } from './object.ts'
import { objectView, resolveDeletions, resolveVersion } from './version.ts'

const DIGESTS = ['a', 'b', 'c'].map((letter) => letter.repeat(43))
const [A = '', B = '', C = ''] = DIGESTS

const version = (version_index: number, changes: Partial<StoredVersion> = {}): StoredVersion => ({
  project_id: 'acme/demo',
  object_id: 'cfg',
  digest: DIGESTS[version_index] ?? '',
  kind: 'object',
  base_object_class: null,
  leaf_object_class: null,
  wb_user_id: 'ada',
  created_at: 1_740_823_200_500_000 + version_index,
  version_index,
  is_latest: false,
  deleted_at: null,
  size_bytes: 7,
  tags: [],
  aliases: [],
  ...changes,
})

const notFound = expect.objectContaining({ code: 'not_found', details: {} })
const deleted = expect.objectContaining({
  code: 'not_found',
  details: { deleted_at: '2025-03-01T10:00:00Z' },
})

const DELETED_AT = 1_740_823_200_000_000

test.each([
  ['v0', A],
  ['v2', C],
  [B, B],
  ['prod', A],
  ['latest', A],
])('reading %s finds %s', (name, digest) => {
  const versions = [version(0, { aliases: ['prod'], is_latest: true }), version(1), version(2)]

  expect(resolveVersion(versions, name).digest).toBe(digest)
})

test.each(['', '1', 'v999', 'v', 'staging', 'd'.repeat(43)])('reading %j finds nothing', (name) => {
  const versions = [version(0, { is_latest: true })]

  expect(() => resolveVersion(versions, name)).toThrow(notFound)
})

test('a deleted version is not found by index or digest, and the error has the time of its deletion', () => {
  const versions = [version(0), version(1, { deleted_at: DELETED_AT }), version(2, { is_latest: true })]

  expect(() => resolveVersion(versions, 'v1')).toThrow(deleted)
  expect(() => resolveVersion(versions, B)).toThrow(deleted)
  expect(resolveVersion(versions, 'v2').digest).toBe(C)
})

test('the latest of an object whose versions are all deleted is reported as deleted', () => {
  expect(() => resolveVersion([version(0, { deleted_at: DELETED_AT })], 'latest')).toThrow(deleted)
})

test('an object that never existed is not found', () => {
  expect(() => resolveVersion([], 'latest')).toThrow(notFound)
  expect(() => resolveDeletions([])).toThrow(notFound)
})

test('where an op and an object share a name, the live one is read before the deleted one', () => {
  const versions = [
    version(0, { kind: 'object', deleted_at: DELETED_AT }),
    version(0, { kind: 'op', digest: C }),
  ]

  expect(resolveVersion(versions, 'v0').kind).toBe('op')
})

test('deleting without names deletes every live version', () => {
  const versions = [version(0), version(1, { deleted_at: DELETED_AT }), version(2, { is_latest: true })]

  expect(resolveDeletions(versions).map(({ digest }) => digest)).toEqual([A, C])
  expect(resolveDeletions(versions, []).map(({ digest }) => digest)).toEqual([A, C])
})

test('deleting by digest, latest and index deletes each version once', () => {
  const versions = [version(0), version(1), version(2, { is_latest: true })]

  const chosen = resolveDeletions(versions, [C, 'latest', 'v2', 'v0', A])

  expect(chosen.map(({ digest }) => digest)).toEqual([C, A])
})

test.each([['unknown'], ['prod'], ['v7'], [B]])('one bad name (%s) refuses the whole deletion', (name) => {
  const versions = [
    version(0, { aliases: ['prod'], is_latest: true }),
    version(1, { deleted_at: DELETED_AT }),
  ]

  expect(() => resolveDeletions(versions, [A, name])).toThrow(expect.objectContaining({ code: 'not_found' }))
})

test('an object whose versions are all deleted cannot be deleted again', () => {
  expect(() => resolveDeletions([version(0, { deleted_at: DELETED_AT })])).toThrow(notFound)
})

test('more than 100 names are refused', () => {
  const names = Array.from({ length: 101 }, () => A)

  expect(() => resolveDeletions([version(0)], names)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
  expect(resolveDeletions([version(0)], names.slice(1))).toHaveLength(1)
})

test('a view has sizes, tags and aliases only if requested', () => {
  const stored = version(0, { is_latest: true, tags: ['b', 'a'], aliases: ['prod'] })

  const plain = objectView(stored, new JsonText('{"a":1.0}'))
  const full = objectView(stored, undefined, { include_storage_size: true, include_tags_and_aliases: true })

  expect(plain).toEqual({
    project_id: 'acme/demo',
    object_id: 'cfg',
    created_at: '2025-03-01T10:00:00.500000Z',
    deleted_at: null,
    digest: A,
    version_index: 0,
    is_latest: 1,
    kind: 'object',
    base_object_class: null,
    leaf_object_class: null,
    val: new JsonText('{"a":1.0}'),
    wb_user_id: 'ada',
    size_bytes: null,
    tags: null,
    aliases: null,
  })
  expect(full).toMatchObject({
    val: { text: '{}' },
    size_bytes: 7,
    tags: ['a', 'b'],
    aliases: ['latest', 'prod'],
  })
})
