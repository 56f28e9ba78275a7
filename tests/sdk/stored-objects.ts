import type { Client } from '@heddle/contract/client'
import { readFile } from '@heddle/contract/files'
import { readObject } from '@heddle/contract/objects'
import { queryTable } from '@heddle/contract/tables'

/** The value of an object's newest version. */
export async function storedObject(client: Client, project_id: string, object_id: string): Promise<unknown> {
  const { obj } = await client.call(readObject, { project_id, object_id, digest: 'latest' })
  return obj.val
}

/** The values of the rows of a dataset's newest version, in their order. */
export async function storedRows(client: Client, project_id: string, object_id: string): Promise<unknown[]> {
  const digest = /\/table\/(\w+)$/.exec(
    String(memberOf(await storedObject(client, project_id, object_id), 'rows')),
  )
  const { rows } = await client.call(queryTable, { project_id, digest: digest?.[1] ?? '' })
  return rows.map((row) => row.val)
}

/** The bytes of a file that a stored value names, as text. */
export async function storedFile(
  client: Client,
  project_id: string,
  value: unknown,
  file: string,
): Promise<string> {
  const digest = String(memberOf(memberOf(value, 'files'), file))
  return new TextDecoder('latin1').decode(await client.call(readFile, { project_id, digest }))
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
