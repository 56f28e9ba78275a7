import { valueAt } from '@heddle/contract/call/json'
import { readFile } from '@heddle/contract/files'
import { queryObjects } from '@heddle/contract/objects'
import { useQuery } from '@tanstack/react-query'
import type { Language } from '../code/highlight.ts'
import { client } from './client.ts'

/** Paths with an escaped dot: it is part of the key. */
const SOURCE_FILES: readonly { readonly path: string; readonly language: Language }[] = [
  { path: 'files.obj\\.py', language: 'python' },
  { path: 'files.obj\\.ts', language: 'typescript' },
  { path: 'files.obj\\.js', language: 'typescript' },
]

/** A file with the source of an op. */
export interface SourceFile {
  readonly digest: string
  readonly language: Language
}

export interface OpVersion {
  readonly digest: string
  readonly versionIndex: number
  readonly createdAt: string
  /** Undefined if none was published. */
  readonly source: SourceFile | undefined
}

/** Versions of an op, newest first. */
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

/** Text of a file. Undefined disables the query. */
export function useFileText(projectId: string, file: Pick<SourceFile, 'digest'> | undefined) {
  const digest = file?.digest
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

/** The source file that an op's value refers to. */
export function sourceOf(val: unknown): SourceFile | undefined {
  for (const { path, language } of SOURCE_FILES) {
    const digest = valueAt(val, path)
    if (typeof digest === 'string') return { digest, language }
  }
  return undefined
}
