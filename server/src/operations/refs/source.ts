import type { RefSource, RowAddress, VersionAddress } from '../../domain/objects/ref-walk.ts'
import type { JsonText } from '../../json/text.ts'
import type { ObjectStore } from '../../storage/port/objects.ts'
import type { TableStore } from '../../storage/port/tables.ts'
import type { Storage } from '../../storage/port.ts'
import { readValues } from '../objects/values.ts'

/**
 * What refs lead through, read from the store: one read for each project, one for each table. Throws `too_large` when one
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

/** Groups the addresses, reads each group at once, and answers in the order of the addresses. */
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
  const keys = [...new Map(group.map((address) => [keyOf(address), address])).values()]
  const object_ids = keys.map(({ object_id }) => object_id)
  const digests = keys.map(({ digest }) => digest)
  const found = await objects.find({ project_id, object_ids, digests, sort: [] })
  const live = new Set(found.map(keyOf))
  const valOf = await readValues(objects, project_id, keys, bytesMax)
  return (address) => {
    const val = valOf(address)
    return val && !live.has(keyOf(address)) ? null : val
  }
}

const keyOf = ({ object_id, digest }: Pick<VersionAddress, 'object_id' | 'digest'>): string =>
  `${object_id}:${digest}`

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
