import {
  createObject,
  deleteObject,
  type ObjectRecord,
  queryObjects,
  readObject,
} from '@heddle/contract/objects'
import { addTags, listAliases, listTags, removeAliases, removeTags, setAliases } from '@heddle/contract/tags'
import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { elementTexts, memberTexts, objectText } from '../json/children.ts'
import { client, sendRaw } from './client.ts'
import { distinct } from './distinct.ts'

const OBJECTS_KEY = 'objects'

/** The latest version of every object and op, newest first, without their values. */
export function useObjects(projectId: string) {
  return useQuery({
    queryKey: [OBJECTS_KEY, projectId, 'latest'],
    queryFn: async ({ signal }): Promise<readonly ObjectRecord[]> => {
      const request = {
        project_id: projectId,
        filter: { latest_only: true },
        sort_by: [{ field: 'created_at', direction: 'desc' as const }],
        metadata_only: true,
        include_storage_size: true,
        include_tags_and_aliases: true,
      }
      return (await client.call(queryObjects, request, { signal })).objs
    },
  })
}

/** Every version that has a tag or an alias other than `latest`, without its value. */
export function useLabelledVersions(projectId: string) {
  return useQuery({
    queryKey: [OBJECTS_KEY, projectId, 'labelled'],
    queryFn: async ({ signal }): Promise<readonly ObjectRecord[]> => {
      const project = { project_id: projectId }
      const [{ tags }, { aliases }] = await Promise.all([
        client.call(listTags, project, { signal }),
        client.call(listAliases, project, { signal }),
      ])
      const named = { tags, aliases: aliases.filter((alias) => alias !== 'latest') }
      const found = await Promise.all(
        (['tags', 'aliases'] as const)
          .filter((kind) => named[kind].length > 0)
          .map((kind) => {
            const filter = { [kind]: named[kind] }
            const request = { ...project, filter, metadata_only: true, include_tags_and_aliases: true }
            return client.call(queryObjects, request, { signal })
          }),
      )
      const versions = found.flatMap(({ objs }) => objs)
      return distinct(versions, ({ kind, object_id, digest }) => `${kind} ${object_id} ${digest}`)
    },
  })
}

/** The latest version of every object of some classes, with their values. */
export function useObjectsOfClass(projectId: string, baseClass: string) {
  return useQuery({
    queryKey: [OBJECTS_KEY, projectId, 'class', baseClass],
    queryFn: async ({ signal }): Promise<readonly ObjectRecord[]> => {
      const request = {
        project_id: projectId,
        filter: { latest_only: true, base_object_classes: [baseClass] },
        sort_by: [{ field: 'created_at', direction: 'desc' as const }],
        include_tags_and_aliases: true,
      }
      return (await client.call(queryObjects, request, { signal })).objs
    },
  })
}

/** All versions of an object, newest first, without their values. */
export function useVersions(projectId: string, name: string) {
  return useQuery({
    queryKey: [OBJECTS_KEY, projectId, 'versions', name],
    queryFn: async ({ signal }): Promise<readonly ObjectRecord[]> => {
      const request = {
        project_id: projectId,
        filter: { object_ids: [name] },
        metadata_only: true,
        include_storage_size: true,
        include_tags_and_aliases: true,
      }
      const { objs } = await client.call(queryObjects, request, { signal })
      return objs.toSorted((a, b) => b.version_index - a.version_index)
    },
  })
}

/** A version whose value is unparsed JSON, so that large numbers keep all their digits. */
export interface VersionWithText extends Omit<ObjectRecord, 'val'> {
  readonly valText: string
}

const readAsText = { ...readObject, replyAs: 'text' } as const

/** One version with its value. The digest may be an alias, `latest` or `v3`. Undefined disables the query. */
export function useObjectVersion(projectId: string, name: string, digest: string | undefined) {
  const queryClient = useQueryClient()
  const keyOf = (each: string | undefined) => [OBJECTS_KEY, projectId, 'version', name, each]
  return useQuery({
    queryKey: keyOf(digest),
    enabled: digest !== undefined,
    queryFn: async ({ signal }) => {
      const request = { project_id: projectId, object_id: name, digest: digest ?? '' }
      const reply = await client.call(readAsText, request, { signal })
      const version = versionOf(memberTexts(reply).get('obj') ?? '{}')
      // A page can then go from an alias to the digest without loading the version again.
      queryClient.setQueryData(keyOf(version.digest), version)
      return version
    },
  })
}

const queryAsText = { ...queryObjects, replyAs: 'text' } as const

/** All versions of an object, oldest first. Without any, there is no such object. */
export async function readVersions(projectId: string, name: string): Promise<VersionWithText[]> {
  const request = {
    project_id: projectId,
    filter: { object_ids: [name] },
    include_tags_and_aliases: true,
  }
  return versionsOf(await client.call(queryAsText, request)).toSorted(
    (a, b) => a.version_index - b.version_index,
  )
}

/** The version published last; undefined if there is no such object. */
export async function readLatest(projectId: string, name: string): Promise<VersionWithText | undefined> {
  const filter = { object_ids: [name], latest_only: true }
  return versionsOf(await client.call(queryAsText, { project_id: projectId, filter }))[0]
}

const versionsOf = (reply: string): VersionWithText[] =>
  elementTexts(memberTexts(reply).get('objs') ?? '[]').map(versionOf)

function versionOf(text: string): VersionWithText {
  const members = memberTexts(text)
  const valText = members.get('val') ?? 'null'
  members.delete('val')
  const parsed: Omit<ObjectRecord, 'val'> = JSON.parse(objectText(members))
  return { ...parsed, valText }
}

/** Publishes a version of an object and returns its digest. */
export async function publish(projectId: string, name: string, valText: string): Promise<string> {
  const obj = objectText([
    ['project_id', JSON.stringify(projectId)],
    ['object_id', JSON.stringify(name)],
    ['val', valText],
  ])
  const { digest }: { digest: string } = await (await sendRaw(createObject, `{"obj":${obj}}`)).json()
  return digest
}

/** Throws if a version is no longer the latest, so that nobody's version is silently overruled. */
export async function expectLatest(projectId: string, name: string, digest: string): Promise<void> {
  const latest = await readLatest(projectId, name)
  if (latest && latest.digest !== digest)
    throw new Error(
      `v${latest.version_index} of ${name} was published in the meantime. Open it and edit again.`,
    )
}

interface NewVersion {
  readonly valText: string
  /** Digest of the latest version that the user has seen. */
  readonly latest: string
  /** Points at the new version; empty for none. */
  readonly alias: string
}

/** Publishes a version and returns its digest. Fails if another one was published in the meantime. */
export function usePublishVersion(projectId: string, name: string) {
  return useObjectChange(projectId, async ({ valText, latest, alias }: NewVersion) => {
    await expectLatest(projectId, name, latest)
    const digest = await publish(projectId, name, valText)
    const version = { project_id: projectId, object_id: name, digest }
    if (alias !== '') await client.call(setAliases, { ...version, aliases: [alias] })
    return digest
  })
}

/** Publishes the first version of an object and returns its digest. */
export function useCreateObject(projectId: string) {
  return useObjectChange(
    projectId,
    async ({ name, valText }: { readonly name: string; readonly valText: string }) => {
      if (await readLatest(projectId, name)) throw new Error(`${name} already exists`)
      return publish(projectId, name, valText)
    },
  )
}

export type LabelChange =
  | { readonly kind: 'add-tag' | 'remove-tag'; readonly name: string }
  | { readonly kind: 'set-alias' | 'remove-alias'; readonly name: string }

/** Changes the tags and aliases of a version. */
export function useLabelVersion(projectId: string, objectId: string, digest: string) {
  const version = { project_id: projectId, object_id: objectId, digest }
  return useObjectChange(projectId, ({ kind, name }: LabelChange) => {
    switch (kind) {
      case 'add-tag':
        return client.call(addTags, { ...version, tags: [name] })
      case 'remove-tag':
        return client.call(removeTags, { ...version, tags: [name] })
      case 'set-alias':
        return client.call(setAliases, { ...version, aliases: [name] })
      case 'remove-alias':
        return client.call(removeAliases, { project_id: projectId, object_id: objectId, aliases: [name] })
    }
  })
}

/**
 * Deletes one version of an object, or without a digest all of them. `onDeleted` receives the count
 * before anything is refetched, so that the page of a deleted object can be left first.
 */
export function useDeleteVersions(
  projectId: string,
  objectId: string,
  onDeleted: (count: number, digest: string | undefined) => void,
) {
  return useObjectChange(
    projectId,
    (digest: string | undefined) =>
      client.call(deleteObject, {
        project_id: projectId,
        object_id: objectId,
        ...(digest !== undefined && { digests: [digest] }),
      }),
    ({ num_deleted }, digest) => onDeleted(num_deleted, digest),
    (digest) => (digest === undefined ? objectId : undefined),
  )
}

function useObjectChange<Change, Reply>(
  projectId: string,
  change: (change: Change) => Promise<Reply>,
  onSuccess: (reply: Reply, change: Change) => void = () => {},
  deleted: (change: Change) => string | undefined = () => undefined,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess,
    onSettled: (_reply, _error, change) => refetchObjects(queryClient, projectId, deleted(change)),
  })
}

/** Reads the objects of a project again, but not one that was deleted: its page is left, and would get an error. */
export async function refetchObjects(
  queryClient: QueryClient,
  projectId: string,
  deleted: string | undefined,
): Promise<void> {
  const queryKey = [OBJECTS_KEY, projectId]
  const isOfDeleted = ({ queryKey: [, , , name] }: Query) => deleted !== undefined && name === deleted
  await Promise.all([
    queryClient.invalidateQueries({ queryKey, predicate: (query) => !isOfDeleted(query) }),
    queryClient.invalidateQueries({ queryKey, predicate: isOfDeleted, refetchType: 'none' }),
  ])
}
