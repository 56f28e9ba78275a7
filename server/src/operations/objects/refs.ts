import { readRefs } from '@heddle/contract/objects'
import { mayAccess } from '../../domain/accounts/access.ts'
import { referencedProjects } from '../../domain/objects/digest.ts'
import {
  type ReadableRef,
  type RefSource,
  type RowAddress,
  readableRef,
  readableRefs,
  resolveRefs,
  type VersionAddress,
} from '../../domain/objects/ref-walk.ts'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { type ObjectStore, versionKey } from '../../storage/port/objects.ts'
import type { TableStore } from '../../storage/port/tables.ts'
import type { Storage } from '../../storage/port.ts'
import { type Context, operation } from '../operation.ts'
import { readValues } from './values.ts'

export const refOperations = [
  /** The gate reads the refs too: a ref without a project never reaches the store. */
  operation(
    readRefs,
    { access: 'read', projects: ({ refs }) => [...new Set(readableRefs(refs).map((ref) => ref.project_id))] },
    async ({ refs }, { storage, reply }) => ({
      vals: await reply.read((bytesMax) => resolveRefs(readableRefs(refs), refSource(storage, bytesMax))),
    }),
  ),
]

/**
 * The value of each ref, in order. Undefined if it is not an object ref, is
 * unknown or deleted, or belongs to a project that the caller may not read. Throws `too_large` if the values are
 * over `bytesMax` in total.
 */
export async function readObjectValues(
  { storage, caller }: Pick<Context, 'storage' | 'caller'>,
  texts: readonly string[],
  bytesMax: number,
): Promise<(JsonText | undefined)[]> {
  const refs = new Map<string, ReadableRef>()
  for (const text of texts) {
    const ref = readableRef(text)
    if (ref && mayAccess(caller, 'read', ref.project_id)) refs.set(text, ref)
  }
  const values = await resolveRefs([...refs.values()], forgiving(refSource(storage, bytesMax)))
  const valueByRef = new Map([...refs.keys()].map((text, index) => [text, values[index] ?? undefined]))
  return withinBytes(
    texts.map((text) => valueByRef.get(text)),
    bytesMax,
  )
}

/** A value that several refs resolve to counts each time. */
function withinBytes<Value extends JsonText | undefined>(values: Value[], bytesMax: number): Value[] {
  const bytes = values.reduce((sum, value) => sum + (value?.text.length ?? 0), 0)
  if (bytes > bytesMax)
    throw new ServiceError('too_large', `The values of the refs are over ${bytesMax} bytes`)
  return values
}

/** Unknown refs have no value, instead of failing the others too. */
function forgiving(source: RefSource): RefSource {
  return {
    objects: async (versions) => (await source.objects(versions)).map((val) => val ?? null),
    rows: async (rows) => (await source.rows(rows)).map((val) => val ?? null),
  }
}

/**
 * The internal ids of the projects that refs inside these values point into. Projects that the
 * caller may not read have none: otherwise a digest would reveal whether they exist.
 */
export async function internalIdsIn(
  values: readonly JsonText[],
  { storage, caller }: Context,
): Promise<(projectId: string) => string | undefined> {
  const named = new Set(values.flatMap(referencedProjects))
  const readable = [...named].filter((projectId) => mayAccess(caller, 'read', projectId))
  const projects = await storage.projects.find(readable)
  const ids = new Map(projects.map(({ project_id, internal_id }) => [project_id, internal_id]))
  return (projectId) => ids.get(projectId)
}

/**
 * Reads objects and tables that refs go through: one read per project and per table. Throws `too_large` if one
 * of them has more than `bytesMax`.
 */
export function refSource({ objects, tables }: Storage, bytesMax: number): RefSource {
  return {
    objects: (versions) =>
      inGroups(
        versions,
        ({ project_id }) => project_id,
        (group) => readVersions(objects, group, bytesMax),
      ),
    rows: (rows) =>
      inGroups(
        rows,
        ({ project_id, table_digest }) => `${project_id}/${table_digest}`,
        (group) => readRows(tables, group, bytesMax),
      ),
  }
}

type ReadOne<Address, Value> = (address: Address) => Value

/** Groups the addresses, reads each group at once, and returns results in the order of the addresses. */
async function inGroups<Address, Value>(
  addresses: readonly Address[],
  groupOf: (address: Address) => string,
  readGroup: (group: readonly [Address, ...Address[]]) => Promise<ReadOne<Address, Value>>,
): Promise<(Value | undefined)[]> {
  const groups = new Map<string, [Address, ...Address[]]>()
  for (const address of addresses) {
    const group = groups.get(groupOf(address))
    if (group) group.push(address)
    else groups.set(groupOf(address), [address])
  }
  const readers = new Map<string, ReadOne<Address, Value>>()
  for (const [name, group] of groups) readers.set(name, await readGroup(group))
  return addresses.map((address) => readers.get(groupOf(address))?.(address))
}

async function readVersions(
  objects: ObjectStore,
  group: readonly [VersionAddress, ...VersionAddress[]],
  bytesMax: number,
): Promise<ReadOne<VersionAddress, JsonText | null | undefined>> {
  const { project_id } = group[0]
  const keys = [...new Map(group.map((address) => [versionKey(address), address])).values()]
  const object_ids = keys.map(({ object_id }) => object_id)
  const digests = keys.map(({ digest }) => digest)
  const found = await objects.find({ project_id, object_ids, digests, sort: [] })
  const live = new Set(found.map(versionKey))
  const valOf = await readValues(objects, project_id, keys, bytesMax)
  return (address) => {
    const val = valOf(address)
    return val && !live.has(versionKey(address)) ? null : val
  }
}

async function readRows(
  tables: TableStore,
  group: readonly [RowAddress, ...RowAddress[]],
  bytesMax: number,
): Promise<ReadOne<RowAddress, JsonText | undefined>> {
  const { project_id, table_digest: digest } = group[0]
  const row_digests = [...new Set(group.map(({ row_digest }) => row_digest))]
  const rows = await tables.find({ project_id, digest, row_digests, sort: [] }, bytesMax)
  const values = new Map(rows.map((row) => [row.digest, row.val]))
  return ({ row_digest }) => values.get(row_digest)
}
