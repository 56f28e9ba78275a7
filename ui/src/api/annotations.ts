import {
  type AnnotationItemRecord,
  type AnnotationQueueRecord,
  queryAnnotationItems,
  queryAnnotationQueues,
  setAnnotationProgress,
} from '@heddle/contract/annotation-queues'
import { isObject } from '@heddle/contract/call/json'
import { type ObjectRecord, queryObjects } from '@heddle/contract/objects'
import type { JsonObject } from '@heddle/contract/schema'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refOf } from '../object/ref.ts'
import { client } from './client.ts'

export const SPECS_KEY = 'annotation-specs'
export const QUEUES_KEY = 'annotation-queues'
export const ITEMS_KEY = 'annotation-items'

/** A question that people answer about calls. */
export interface AnnotationSpec {
  /** Object name; the feedback type ends with it. */
  readonly objectId: string
  readonly ref: string
  readonly name: string
  readonly description: string
  readonly schema: {
    readonly type?: unknown
    readonly enum?: unknown
    readonly minimum?: unknown
    readonly maximum?: unknown
    readonly maxLength?: unknown
  }
}

export function useAnnotationSpecs(projectId: string) {
  return useQuery({
    queryKey: [SPECS_KEY, projectId],
    queryFn: async ({ signal }) => {
      const filter = { base_object_classes: ['AnnotationSpec'], latest_only: true }
      const { objs } = await client.call(queryObjects, { project_id: projectId, filter }, { signal })
      return objs.map(toSpec)
    },
  })
}

type SpecRecord = Pick<ObjectRecord, 'project_id' | 'kind' | 'object_id' | 'digest' | 'val'>

/** Reads a question from the object that holds it. */
export function toSpec(record: SpecRecord): AnnotationSpec {
  const { name, description, field_schema } = fields(record.val)
  return {
    objectId: record.object_id,
    ref: refOf(record),
    name: typeof name === 'string' && name !== '' ? name : record.object_id,
    description: typeof description === 'string' ? description : '',
    schema: fields(field_schema),
  }
}

const fields = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** How a question is answered. */
export type AnswerForm =
  | { readonly kind: 'choice'; readonly choices: readonly unknown[] }
  | { readonly kind: 'yes-no' }
  | {
      readonly kind: 'number'
      readonly step: 1 | 'any'
      readonly min: number | undefined
      readonly max: number | undefined
    }
  | { readonly kind: 'text'; readonly maxLength: number | undefined }

export function answerForm({ type, enum: choices, ...bounds }: AnnotationSpec['schema']): AnswerForm {
  if (Array.isArray(choices)) return { kind: 'choice', choices }
  if (type === 'boolean') return { kind: 'yes-no' }
  if (type === 'number' || type === 'integer') {
    const step = type === 'integer' ? 1 : 'any'
    return { kind: 'number', step, min: bound(bounds.minimum), max: bound(bounds.maximum) }
  }
  return { kind: 'text', maxLength: bound(bounds.maxLength) }
}

/** An answer as a button or an option shows it. */
export function answerLabel(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Options for a choice of answers; the value of each is its JSON. */
export const answerOptions = (answers: readonly unknown[]) =>
  answers.map((each) => ({ value: JSON.stringify(each), label: answerLabel(each) }))

const bound = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const ITEMS_PER_BATCH = 500

/** Annotation queues of a project. */
export function useAnnotationQueues(projectId: string) {
  return useQuery({
    queryKey: [QUEUES_KEY, projectId, 'list'],
    queryFn: async ({ signal }) => {
      const queues: AnnotationQueueRecord[] = []
      const request = { project_id: projectId }
      for await (const queue of await client.call(queryAnnotationQueues, request, { signal }))
        queues.push(queue)
      return queues
    },
  })
}

/** The first open items of a queue, and whether there are more. Undefined disables the query. */
export function useOpenItems(projectId: string, queueId: string | undefined) {
  return useQuery({
    queryKey: [ITEMS_KEY, projectId, 'open', queueId],
    enabled: queueId !== undefined,
    // Finished items keep their place until the queue is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OpenItems> => {
      const request = {
        project_id: projectId,
        queue_id: queueId ?? '',
        filter: { annotation_states: ['unstarted' as const, 'in_progress' as const] },
        limit: ITEMS_PER_BATCH + 1,
      }
      const { items } = await client.call(queryAnnotationItems, request, { signal })
      return { items: items.slice(0, ITEMS_PER_BATCH), hasMore: items.length > ITEMS_PER_BATCH }
    },
  })
}

interface OpenItems {
  readonly items: readonly AnnotationItemRecord[]
  readonly hasMore: boolean
}

/** How a reviewer leaves an item. It cannot be changed afterwards. */
export type FinalState = 'completed' | 'skipped'

interface Finish {
  readonly queueId: string
  readonly itemId: string
  readonly state: FinalState
}

/** Marks an item as completed or skipped. */
export function useFinishItem(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [ITEMS_KEY, projectId, 'progress'] }),
    mutationFn: ({ queueId, itemId, state }: Finish) =>
      client.call(setAnnotationProgress, {
        project_id: projectId,
        queue_id: queueId,
        item_id: itemId,
        annotation_state: state,
      }),
  })
}
