import fc from 'fast-check'
import { JsonText } from '../../json/text.ts'
import { operation, page, searchesOf, unordered, wholeList } from './random-operations.ts'
import { objectVersion } from './rows.ts'

/** Operations on content that is identified by its digest: objects, tables and files. */

const instant = fc.integer({ min: 0, max: 9 })
const nothing = fc.constant(null)

const NAMES = ['m', 'n'] as const
const DIGESTS = ['D', 'E', 'F'] as const
const version = fc.record({ object_id: fc.constantFrom(...NAMES), digest: fc.constantFrom(...DIGESTS) })

const objectSearches = fc
  .record(
    {
      object_ids: fc.subarray([...NAMES]),
      digests: fc.subarray([...DIGESTS]),
      kind: fc.constantFrom('op' as const, 'object' as const),
      base_object_classes: fc.subarray(['Model']),
      exclude_base_object_classes: fc.subarray(['Model']),
      latest_only: fc.boolean(),
      tags: fc.subarray(['t', 'é']),
      aliases: fc.subarray(['latest', 'prod']),
      sort: fc.constantFrom(...([[], [{ field: 'object_id', direction: 'desc' }]] as const)),
    },
    { requiredKeys: ['sort'] },
  )
  .chain((search) => page.map((limits) => ({ ...search, ...limits })))

export const objectOperations = [
  operation(
    'objects.publish',
    fc.tuple(
      version,
      fc.constantFrom('op' as const, 'object' as const),
      fc.constantFrom(null, 'Model'),
      instant,
    ),
    ({ objects }, project_id, [key, kind, base_object_class, created_at]) =>
      // Content is known by its digest.
      objects.publish(
        objectVersion({
          project_id,
          ...key,
          kind,
          base_object_class,
          created_at,
          val: new JsonText(`{"v":"${key.digest}"}`),
        }),
      ),
  ),
  operation(
    'objects.delete',
    fc.tuple(version, instant),
    ({ objects }, project, [{ object_id, digest }, at]) => objects.delete(project, object_id, [digest], at),
  ),
  operation(
    'objects.addTags',
    fc.tuple(version, fc.subarray(['t', 'é'])),
    ({ objects }, project, [key, tags]) => objects.addTags(project, key, tags),
  ),
  operation('objects.removeTags', version, ({ objects }, project, key) =>
    objects.removeTags(project, key, ['t']),
  ),
  operation('objects.setAliases', version, ({ objects }, project, key) =>
    objects.setAliases(project, key, ['prod']),
  ),
  operation('objects.removeAliases', fc.constantFrom(...NAMES), ({ objects }, project, name) =>
    objects.removeAliases(project, name, ['prod']),
  ),
  operation('objects.find', objectSearches, ({ objects }, project_id, search) =>
    objects.find({ project_id, ...search }),
  ),
  operation('objects.versions', fc.constantFrom(...NAMES), ({ objects }, project, name) =>
    objects.versions(project, name),
  ),
  operation('objects.values', fc.array(version, { maxLength: 3 }), ({ objects }, project, keys) =>
    objects.values(project, keys),
  ),
  operation('objects.tags', nothing, async ({ objects }, project) => [
    await objects.tags(project),
    await objects.aliases(project),
  ]),
  operation('objects.listAll', nothing, ({ objects }, project) =>
    wholeList((...from) => objects.listAll(project, ...from)),
  ),
]

const ROWS = ['1', '{"a":5}', '{"a":"é"}', '[1.0]', '{"a":null}'].map((text, at) => ({
  digest: `r${at}`,
  val: new JsonText(text),
}))
const rowDigests = fc.array(fc.constantFrom('lost', ...ROWS.map(({ digest }) => digest)), { maxLength: 4 })
const tableSearches = fc
  .record(
    {
      row_digests: fc.subarray(['r1', 'r3']),
      sort: fc.constantFrom([], [{ path: ['a'], direction: 'desc' as const }]),
    },
    { requiredKeys: ['sort'] },
  )
  .chain((search) =>
    searchesOf('table_rows', 'a', '0').map(({ sort: _, ...bound }) => ({ ...bound, ...search })),
  )

export const tableOperations = [
  // What a table lists follows from its digest.
  operation('tables.put', rowDigests, ({ tables }, project, listed) =>
    tables.put(
      project,
      listed.join('-'),
      listed,
      ROWS.filter(({ digest }) => listed.includes(digest)),
    ),
  ),
  operation('tables.find', fc.tuple(rowDigests, tableSearches), ({ tables }, project_id, [listed, search]) =>
    tables.find({ project_id, digest: listed.join('-'), ...search }),
  ),
  operation('tables.measure', rowDigests, async ({ tables }, project, listed) =>
    unordered(await tables.measure(project, [listed.join('-'), 'unknown'])),
  ),
  operation('tables.listAll', nothing, async ({ tables }, project) => [
    await wholeList((...from) => tables.listAll(project, ...from)),
    await wholeList((...from) => tables.listAllRows(project, ...from)),
  ]),
  operation('files.put', fc.uint8Array({ maxLength: 3 }), ({ files }, project, bytes) =>
    files.put(project, `f${bytes}`, bytes),
  ),
  operation('files.get', fc.uint8Array({ maxLength: 3 }), async ({ files }, project, bytes) => [
    await files.get(project, `f${bytes}`),
    await files.size(project, `f${bytes}`),
    await files.totalSize(project),
    await wholeList((...from) => files.listAll(project, ...from)),
  ]),
]
