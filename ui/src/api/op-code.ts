import { readFile } from '@heddle/contract/files'
import { queryObjects } from '@heddle/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { valueAt } from '../call/json.ts'
import { client } from './client.ts'

/** As paths: the dot belongs to the key. */
const SOURCE_FILES = ['obj\\.py', 'obj\\.ts', 'obj\\.js']

export interface OpVersion {
  readonly digest: string
  readonly versionIndex: number
  readonly createdAt: string
  /** The digest of the file with its source; undefined where none was published. */
  readonly source: string | undefined
}

/** The versions of an op, the newest first. */
export function useOpVersions(projectId: string, name: string) {
  return useQuery({
    queryKey: ['op-versions', projectId, name],
    queryFn: async ({ signal }) => {
      const filter = { object_ids: [name], is_op: true }
      const { objs } = await client.call(queryObjects, { project_id: projectId, filter }, { signal })
      return objs
        .map(({ digest, version_index, created_at, val }): OpVersion => {
          return { digest, versionIndex: version_index, createdAt: created_at, source: sourceOf(val) }
        })
        .sort((a, b) => b.versionIndex - a.versionIndex)
    },
  })
}

/** The text of a file; the empty text for none. */
export function useFileText(projectId: string, digest: string | undefined) {
  return useQuery({
    queryKey: ['file', projectId, digest],
    enabled: digest !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const request = { project_id: projectId, digest: digest ?? '' }
      return new TextDecoder().decode(await client.call(readFile, request, { signal }))
    },
  })
}

/** The digest of the file with the source of an op. */
export function sourceOf(val: unknown): string | undefined {
  const digest = SOURCE_FILES.map((name) => valueAt(val, `files.${name}`)).find((each) => each !== undefined)
  return typeof digest === 'string' ? digest : undefined
}
