import { isObject, valueAt } from '@heddle/contract/call/json'
import { createObject, deleteObject, queryObjects } from '@heddle/contract/objects'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

/** A state of the traces table under a name, shared by the users of a project. */
export interface SavedView {
  /** Name of the object that holds it. */
  readonly name: string
  readonly label: string
  /** Query string of the traces page. */
  readonly search: string
  /** Id of the user who saved it last. */
  readonly owner: string | null
}

/** Type of the object that names the default view. */
const DEFAULT_TYPE = 'traces-default'
const DEFAULT_NAME = 'default-traces-view'

const viewsKey = (projectId: string) => ['saved-views', projectId] as const

/** Saved views of the traces table, by label. */
export const useSavedViews = (projectId: string) =>
  useQuery({ ...viewsQuery(projectId), select: ({ views }) => views })

/** The project's default view; null if there is none. Disabled until `isEnabled`. */
export const useDefaultView = (projectId: string, isEnabled: boolean) =>
  useQuery({
    ...viewsQuery(projectId),
    enabled: isEnabled,
    select: ({ defaultView }) => defaultView,
  })

const viewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: viewsKey(projectId),
    queryFn: async ({ signal }) => {
      const read = await fetchViews(projectId, signal)
      localStorage.setItem(rememberedAs(projectId), read.defaultView?.search ?? '')
      return read
    },
  })

async function fetchViews(project_id: string, signal: AbortSignal) {
  const filter = { base_object_classes: ['SavedView'], latest_only: true }
  const { objs } = await client.call(queryObjects, { project_id, filter }, { signal })
  const views: readonly SavedView[] = objs
    .flatMap(({ object_id, val, wb_user_id }) => viewOf(object_id, val, wb_user_id ?? null))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const pointer = objs.find(({ object_id }) => object_id === DEFAULT_NAME)?.val
  const name = valueAt(pointer, 'definition.view')
  return { views, defaultView: views.find((view) => view.name === name) ?? null }
}

/** Views of other kinds and from other tools are skipped. */
function viewOf(name: string, val: unknown, owner: string | null): SavedView[] {
  if (!isObject(val) || val.view_type !== 'traces' || !isObject(val.definition)) return []
  const { label, definition } = val
  const { search } = definition
  return typeof label === 'string' && typeof search === 'string' ? [{ name, label, search, owner }] : []
}

/** The project's default view as last known, by project, so that the first paint need not wait for it. */
const rememberedAs = (projectId: string): string => `heddle.default-view.${projectId}`

/** Query string of the project's default view; empty if there is none. */
export const rememberedDefault = (projectId: string): string =>
  localStorage.getItem(rememberedAs(projectId)) ?? ''

/** Makes a view the project's default; null clears it. */
export function useSetDefaultView(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string | null) =>
      client.call(createObject, {
        obj: {
          project_id: projectId,
          object_id: DEFAULT_NAME,
          builtin_object_class: 'SavedView',
          val: { view_type: DEFAULT_TYPE, label: 'Default view', definition: { view: name } },
        },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsKey(projectId) }),
  })
}

/** Saves a view. One of the same name is replaced; its earlier versions stay. */
export function useSaveView(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ label, search }: Pick<SavedView, 'label' | 'search'>) =>
      client.call(createObject, {
        obj: {
          project_id: projectId,
          object_id: objectName(label),
          builtin_object_class: 'SavedView',
          val: { view_type: 'traces', label, definition: { search } },
        },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsKey(projectId) }),
  })
}

export function useDeleteView(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => client.call(deleteObject, { project_id: projectId, object_id: name }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsKey(projectId) }),
  })
}

/** Names of objects have a small alphabet: other characters are written as their code points. */
const objectName = (label: string): string =>
  `view-${label.replace(/[^A-Za-z0-9-]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}`)}`
