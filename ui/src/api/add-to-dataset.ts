import { createObject, queryObjects } from '@heddle/contract/objects'
import type { JsonObject } from '@heddle/contract/schema'
import { createTable, updateTable } from '@heddle/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isObject } from '../call/json.ts'
import { client } from './client.ts'

interface Addition {
  readonly name: string
  readonly rows: readonly JsonObject[]
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

/** Publishes a version of the dataset that has these rows too; a name not used yet starts a dataset. */
export function useAddToDataset(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, rows }: Addition) => {
      const before = await latestDataset(projectId, name)
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
      return client.call(createObject, { obj: { project_id: projectId, object_id: name, val } })
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
    throw new Error(`${name} is the name of another object`)
  }
  return latest.val
}

async function grownTable(
  projectId: string,
  base: string | undefined,
  rows: readonly JsonObject[],
): Promise<string> {
  if (base === undefined) {
    return (await client.call(createTable, { table: { project_id: projectId, rows: [...rows] } })).digest
  }
  const updates = rows.map((row) => ({ append: { row } }))
  return (await client.call(updateTable, { project_id: projectId, base_digest: base, updates })).digest
}

const tableDigest = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? /\/table\/([^/]+)$/.exec(ref)?.[1] : undefined
