import {
  addAnnotationItems,
  countAnnotationItems,
  createAnnotationQueue,
  deleteAnnotationQueue,
  updateAnnotationQueue,
} from '@heddle/contract/annotation-queues'
import { isObject } from '@heddle/contract/call/json'
import { createObject, queryObjects } from '@heddle/contract/objects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refOf } from '../object/ref.ts'
import { type AnnotationSpec, ITEMS_KEY, QUEUES_KEY, SPECS_KEY, toSpec } from './annotations.ts'
import { client } from './client.ts'
import { readLatest } from './objects.ts'

interface QueueProgress {
  readonly total_items: number
  readonly completed_items: number
}

/** Number of items of queues and how many are done, by queue id. */
export function useQueueProgress(projectId: string, queue_ids: readonly string[]) {
  return useQuery({
    queryKey: [ITEMS_KEY, projectId, 'progress', queue_ids],
    enabled: queue_ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, QueueProgress>> => {
      const request = { project_id: projectId, queue_ids: [...queue_ids] }
      const { stats } = await client.call(countAnnotationItems, request, { signal })
      return new Map(stats.map((each) => [each.queue_id, each]))
    },
  })
}

const ASSIGNMENT = 'QueueAssignment'

/** Ids of the users that a queue is assigned to, by queue id. Each assignment is an object of its own class. */
export function useAssignees(projectId: string) {
  return useQuery({
    queryKey: [QUEUES_KEY, projectId, 'assignees'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly string[]>> => {
      const filter = { base_object_classes: [ASSIGNMENT], latest_only: true }
      const { objs } = await client.call(queryObjects, { project_id: projectId, filter }, { signal })
      return new Map(
        objs.flatMap(({ val }) => {
          if (!isObject(val) || typeof val.queue_id !== 'string' || !Array.isArray(val.user_ids)) return []
          return [[val.queue_id, val.user_ids.map(String)] as const]
        }),
      )
    },
  })
}

export type QuestionKind = 'choice' | 'yes-no' | 'number' | 'text'

/** A question to create. */
export interface NewQuestion {
  /** Identifies it among the new questions of a draft. */
  readonly key: number
  readonly name: string
  readonly kind: QuestionKind
  /** Only for choices. */
  readonly choices: readonly string[]
  /** Only for numbers. */
  readonly min: number | undefined
  readonly max: number | undefined
}

export interface QueueDraft {
  /** Undefined creates a queue. */
  readonly id: string | undefined
  readonly name: string
  readonly description: string
  /** Refs of existing questions. */
  readonly scorer_refs: readonly string[]
  readonly newQuestions: readonly NewQuestion[]
  /** Ids of the users it is assigned to. */
  readonly assignees: readonly string[]
}

/** Creates or changes a queue, its new questions and its assignment. */
export function useSaveQueue(projectId: string) {
  return useQueueChange(projectId, async (draft: QueueDraft) => {
    const created: string[] = []
    for (const question of draft.newQuestions) created.push(await createQuestion(projectId, question))
    const fields = {
      project_id: projectId,
      name: draft.name,
      description: draft.description,
      // A question may be there already: one that was chosen, or two new ones that are equal.
      scorer_refs: [...new Set([...draft.scorer_refs, ...created])],
    }
    const id = draft.id ?? (await client.call(createAnnotationQueue, fields)).id
    if (draft.id !== undefined) await client.call(updateAnnotationQueue, { ...fields, queue_id: id })
    const val = {
      _type: ASSIGNMENT,
      _class_name: ASSIGNMENT,
      _bases: ['Object', 'BaseModel'],
      queue_id: id,
      user_ids: draft.assignees,
    }
    const obj = { project_id: projectId, object_id: `queue-assignment-${id}`, val }
    await client.call(createObject, { obj })
  })
}

const SPEC = 'AnnotationSpec'

/** Publishes a question and returns its ref. If there is an equal one, as after a save that failed halfway, returns that. */
async function createQuestion(projectId: string, question: NewQuestion): Promise<string> {
  const name = question.name.trim()
  const object_id = questionId(name)
  const existing = await readLatest(projectId, object_id)
  if (existing) {
    const spec = toSpec({ ...existing, val: JSON.parse(existing.valText) })
    if (existing.base_object_class === SPEC && isSameQuestion(spec, question)) return spec.ref
    throw new Error(`There is already a question “${name}”`)
  }
  const val = { name, description: null, field_schema: schemaOf(question) }
  const obj = { project_id: projectId, object_id, builtin_object_class: SPEC, val }
  const { digest } = await client.call(createObject, { obj })
  return refOf({ project_id: projectId, kind: 'object', object_id, digest })
}

/**
 * Name of the object for a question. Different questions have different names, apart from case: spaces and a final
 * question mark become dashes, and all but letters and digits are written as their code points.
 */
export function questionId(name: string): string {
  const written = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ?]|\?(?!$)/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)
    .replace(/[ ?]/g, '-')
  return `question-${written}`
}

/** Whether a stored question has the name and the answers of a new one. */
export const isSameQuestion = ({ name, schema }: AnnotationSpec, question: NewQuestion): boolean =>
  name === question.name.trim() && answersText(schema) === answersText(schemaOf(question))

const answersText = ({ type, enum: choices, minimum, maximum }: AnnotationSpec['schema']): string =>
  JSON.stringify([type, choices, minimum, maximum])

/** Whether the numbers of a range are whole, such as stars. Numbers from 0 to 1 are shares. */
const isRating = (min: number | undefined, max: number | undefined): boolean =>
  Number.isInteger(min) && Number.isInteger(max) && !(min === 0 && max === 1)

/** JSON Schema of the answers. */
export function schemaOf({ kind, choices, min, max }: NewQuestion) {
  switch (kind) {
    case 'choice':
      return { type: 'string', enum: choices }
    case 'yes-no':
      return { type: 'boolean' }
    case 'text':
      return { type: 'string' }
    case 'number':
      return {
        type: isRating(min, max) ? 'integer' : 'number',
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      }
  }
}

/** Deletes a queue; its items and feedback are kept. */
export function useDeleteQueue(projectId: string) {
  return useQueueChange(projectId, (queue_id: string) =>
    client.call(deleteAnnotationQueue, { project_id: projectId, queue_id }),
  )
}

/** Adds calls to a queue and returns how many were new to it. */
export function useAddToQueue(projectId: string) {
  return useQueueChange(
    projectId,
    async ({ queueId, callIds }: { readonly queueId: string; readonly callIds: readonly string[] }) => {
      const request = { project_id: projectId, queue_id: queueId, call_ids: [...callIds], display_fields: [] }
      return (await client.call(addAnnotationItems, request)).added_count
    },
  )
}

function useQueueChange<Change, Result>(projectId: string, change: (change: Change) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const key of [QUEUES_KEY, ITEMS_KEY, SPECS_KEY])
        void queryClient.invalidateQueries({ queryKey: [key, projectId] })
    },
  })
}
