import { createObject, queryObjects } from '@heddle/contract/objects'
import type { JsonObject } from '@heddle/contract/schema'
import { createTable, updateTable } from '@heddle/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isObject } from '../call/json.ts'
import { memberTexts } from '../json/children.ts'
import { readCallLines } from './calls.ts'
import { client, idBatches, sendRaw } from './client.ts'

interface Addition {
  readonly name: string
  readonly callIds: readonly string[]
}

/** The latest version of each dataset of a project. */
export function useDatasetNames(projectId: string) {
  return useQuery({
    queryKey: ['datasets', projectId, 'names'],
    queryFn: async ({ signal }) => {
      const filter = { base_object_classes: ['Dataset'], latest_only: true }
      const request = { project_id: projectId, filter, metadata_only: true }
      return (await client.call(queryObjects, request, { signal })).objs.map(({ object_id }) => object_id)
    },
  })
}

/** Publishes a new dataset version with the calls appended as rows, and returns their number. An unused name creates a dataset. */
export function useAddToDataset(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, callIds }: Addition) => {
      const before = await latestDataset(projectId, name)
      const rows = await rowTexts(projectId, callIds)
      if (rows.length === 0) throw new Error('The calls no longer exist')
      const digest = await grownTable(projectId, tableDigest(before?.rows), rows)
      const val = {
        _type: 'Dataset',
        _class_name: 'Dataset',
        _bases: ['Object', 'BaseModel'],
        name,
        description: null,
        ...before,
        rows: `weave:///${projectId}/table/${digest}`,
      }
      await client.call(createObject, { obj: { project_id: projectId, object_id: name, val } })
      return rows.length
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['datasets', projectId] }),
  })
}

async function latestDataset(projectId: string, name: string): Promise<JsonObject | undefined> {
  const filter = { object_ids: [name], latest_only: true }
  const { objs } = await client.call(queryObjects, { project_id: projectId, filter })
  const [latest] = objs
  if (!latest) return undefined
  if (latest.base_object_class !== 'Dataset' || !isObject(latest.val)) {
    throw new Error(`${name} is already the name of another object`)
  }
  return latest.val
}

/** Calls as JSON rows, in the order of the ids. Deleted calls are skipped. */
async function rowTexts(projectId: string, callIds: readonly string[]): Promise<string[]> {
  const rows: string[] = []
  for (const call_ids of idBatches(callIds)) {
    const lines = await readCallLines({
      project_id: projectId,
      filter: { call_ids },
      columns: ['inputs', 'output'],
    })
    const rowOf = new Map((await lines.text()).split('\n').filter(Boolean).map(rowText))
    rows.push(...call_ids.flatMap((id) => rowOf.get(id) ?? []))
  }
  return rows
}

async function grownTable(
  projectId: string,
  base: string | undefined,
  rows: readonly string[],
): Promise<string> {
  const project = `"project_id":${JSON.stringify(projectId)}`
  const request =
    base === undefined
      ? sendRaw(createTable, `{"table":{${project},"rows":[${rows.join()}]}}`)
      : sendRaw(
          updateTable,
          `{${project},"base_digest":${JSON.stringify(base)},"updates":[${rows.map((row) => `{"append":{"row":${row}}}`).join()}]}`,
        )
  const { digest }: { digest: string } = await (await request).json()
  return digest
}

const tableDigest = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? /\/table\/([^/]+)$/.exec(ref)?.[1] : undefined

/**
 * A call, as the server writes it, as a row of a dataset: its inputs as columns, and what it gave back as
 * `output`. Both stay the JSON they are. The call's id comes first.
 */
export function rowText(callText: string): [id: string, row: string] {
  const call = memberTexts(callText)
  const columns = memberTexts(call.get('inputs') ?? '{}').set('output', call.get('output') ?? 'null')
  const members = [...columns].map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  return [JSON.parse(call.get('id') ?? '""'), `{${members.join()}}`]
}
