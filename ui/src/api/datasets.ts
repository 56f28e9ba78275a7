import { deleteObject, queryObjects } from '@heddle/contract/objects'
import { createTable, updateTable } from '@heddle/contract/tables'
import { addTags, setAliases } from '@heddle/contract/tags'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DatasetColumn, needsMessages, rowText } from '../call/dataset-row.ts'
import { memberTexts, objectText } from '../json/children.ts'
import { tableDigest } from '../object/ref.ts'
import { readCallLines } from './calls.ts'
import { client, idBatches, sendRaw } from './client.ts'
import { readMessages } from './messages.ts'
import {
  expectLatest,
  publish,
  readLatest,
  readVersions,
  refetchObjects,
  type VersionWithText,
} from './objects.ts'

/** Names of the datasets of a project. */
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

interface Addition {
  readonly name: string
  readonly callIds: readonly string[]
  readonly columns: readonly DatasetColumn[]
}

/** Publishes a new dataset version with the calls appended as rows, and returns their number. An unused name creates a dataset. */
export function useAddToDataset(projectId: string) {
  return useDatasetChange(projectId, async (addition: Addition) => {
    const { name } = addition
    // Takes longest, so what others add meanwhile is part of the version that is read next.
    const rows = await rowTexts(projectId, addition)
    if (rows.length === 0) throw new Error('The calls no longer exist')
    const before = await latestDataset(projectId, name)
    const base = before && tableOf(before.valText)
    const table = base
      ? await changedTable(projectId, base, rows.map(appended))
      : await newTable(projectId, rows)
    if (before) await expectLatest(projectId, name, before.digest)
    else await expectUnused(projectId, name)
    await publish(projectId, name, withTable(before?.valText ?? emptyDataset(name), projectId, table))
    return rows.length
  })
}

/** Publishes a dataset under a new name, with rows as JSON objects, and returns its digest. */
export function useCreateDataset(projectId: string) {
  return useDatasetChange(
    projectId,
    async ({ name, rows }: { readonly name: string; readonly rows: readonly string[] }) => {
      await expectUnused(projectId, name)
      const table = await newTable(projectId, rows)
      return publish(projectId, name, withTable(emptyDataset(name), projectId, table))
    },
  )
}

interface RowChanges {
  readonly version: VersionWithText
  /** Updates of the table as JSON, in the order they apply. */
  readonly updates: readonly string[]
}

/** Publishes a new version with changed rows and returns its digest. Fails if the version is no longer the latest. */
export function useSaveRows(projectId: string) {
  return useDatasetChange(projectId, async ({ version, updates }: RowChanges) => {
    const { object_id: name, digest, valText } = version
    await expectLatest(projectId, name, digest)
    const table = await changedTable(projectId, tableOf(valText) ?? '', updates)
    return publish(projectId, name, withTable(valText, projectId, table))
  })
}

/** Copies all versions with their tags and aliases to a new name, then deletes the old one. */
export function useRenameDataset(projectId: string, name: string) {
  const rename = async (newName: string) => {
    await expectUnused(projectId, newName)
    for (const { valText, tags, aliases } of await readVersions(projectId, name)) {
      const members = memberTexts(valText)
      if (members.has('name')) members.set('name', JSON.stringify(newName))
      const digest = await publish(projectId, newName, objectText(members))
      const version = { project_id: projectId, object_id: newName, digest }
      const moved = (aliases ?? []).filter((alias) => alias !== 'latest')
      if (tags?.length) await client.call(addTags, { ...version, tags })
      if (moved.length > 0) await client.call(setAliases, { ...version, aliases: moved })
    }
    await client.call(deleteObject, { project_id: projectId, object_id: name })
  }
  return useDatasetChange(projectId, rename, name)
}

/** `deleted` is the object that the change deletes, if it does. */
function useDatasetChange<Change, Result>(
  projectId: string,
  change: (change: Change) => Promise<Result>,
  deleted?: string,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['datasets', projectId] })
      void refetchObjects(queryClient, projectId, deleted)
    },
  })
}

async function expectUnused(projectId: string, name: string): Promise<void> {
  if (await readLatest(projectId, name)) throw new Error(`${name} already exists`)
}

async function latestDataset(projectId: string, name: string): Promise<VersionWithText | undefined> {
  const latest = await readLatest(projectId, name)
  if (latest && latest.base_object_class !== 'Dataset')
    throw new Error(`${name} is already the name of another object`)
  return latest
}

const emptyDataset = (name: string): string =>
  JSON.stringify({
    _type: 'Dataset',
    _class_name: 'Dataset',
    _bases: ['Object', 'BaseModel'],
    name,
    description: null,
  })

function withTable(valText: string, projectId: string, digest: string): string {
  const rows = JSON.stringify(`weave:///${projectId}/table/${digest}`)
  return objectText(memberTexts(valText).set('rows', rows))
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

const appended = (row: string): string => `{"append":{"row":${row}}}`

const newTable = (projectId: string, rows: readonly string[]): Promise<string> =>
  digestOf(sendRaw(createTable, `{"table":{${inProject(projectId)},"rows":[${rows.join()}]}}`))

const changedTable = (projectId: string, base: string, updates: readonly string[]): Promise<string> =>
  digestOf(
    sendRaw(
      updateTable,
      `{${inProject(projectId)},"base_digest":${JSON.stringify(base)},"updates":[${updates.join()}]}`,
    ),
  )

const inProject = (projectId: string): string => `"project_id":${JSON.stringify(projectId)}`

async function digestOf(response: Promise<Response>): Promise<string> {
  const { digest }: { digest: string } = await (await response).json()
  return digest
}

const tableOf = (valText: string): string | undefined =>
  tableDigest(JSON.parse(memberTexts(valText).get('rows') ?? 'null'))
