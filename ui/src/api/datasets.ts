import { isObject } from '@heddle/contract/call/json'
import { createObject, queryObjects } from '@heddle/contract/objects'
import type { JsonObject } from '@heddle/contract/schema'
import { createTable, updateTable } from '@heddle/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DatasetColumn, needsMessages, rowText } from '../call/dataset-row.ts'
import { memberTexts } from '../json/children.ts'
import { readCallLines } from './calls.ts'
import { client, idBatches, sendRaw } from './client.ts'
import { readMessages } from './messages.ts'

interface Addition {
  readonly name: string
  readonly callIds: readonly string[]
  readonly columns: readonly DatasetColumn[]
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
    mutationFn: async (addition: Addition) => {
      const { name } = addition
      const before = await latestDataset(projectId, name)
      const rows = await rowTexts(projectId, addition)
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
async function rowTexts(projectId: string, { callIds, columns }: Addition): Promise<string[]> {
  const rows: string[] = []
  for (const call_ids of idBatches(callIds)) {
    const lines = await readCallLines({
      project_id: projectId,
      filter: { call_ids },
      columns: ['inputs', 'output'],
    })
    const messages = needsMessages(columns) ? await readMessages(projectId, call_ids) : undefined
    const calls = (await lines.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => memberTexts(line))
    const byId = new Map(calls.map((call) => [String(JSON.parse(call.get('id') ?? '""')), call]))
    for (const id of call_ids) {
      const call = byId.get(id)
      if (!call) continue
      const [inputs, output] = [call.get('inputs') ?? '{}', call.get('output') ?? 'null']
      rows.push(rowText({ inputs, output, messages: messages?.get(id) }, columns))
    }
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
