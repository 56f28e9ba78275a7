import { queryObjects } from '@heddle/contract/objects'
import type { JsonObject } from '@heddle/contract/schema'
import { useQuery } from '@tanstack/react-query'
import { isObject } from '../call/json.ts'
import { client } from './client.ts'

/** A question that people answer about calls. */
export interface AnnotationSpec {
  /** The object's own name, which the type of the feedback ends with. */
  readonly objectId: string
  readonly ref: string
  readonly name: string
  readonly description: string
  readonly schema: {
    readonly type?: unknown
    readonly enum?: unknown
    readonly minimum?: unknown
    readonly maximum?: unknown
  }
}

export function useAnnotationSpecs(projectId: string) {
  return useQuery({
    queryKey: ['annotation-specs', projectId],
    queryFn: async ({ signal }) => {
      const filter = { base_object_classes: ['AnnotationSpec'], latest_only: true }
      const { objs } = await client.call(queryObjects, { project_id: projectId, filter }, { signal })
      return objs.map(({ object_id, digest, val }): AnnotationSpec => {
        const { name, description, field_schema } = fields(val)
        return {
          objectId: object_id,
          ref: `weave:///${projectId}/object/${object_id}:${digest}`,
          name: typeof name === 'string' && name !== '' ? name : object_id,
          description: typeof description === 'string' ? description : '',
          schema: fields(field_schema),
        }
      })
    },
  })
}

const fields = (value: unknown): JsonObject => (isObject(value) ? value : {})
