import { createContext, use, useCallback } from 'react'
import { useParams, useRoute } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { decodeSegment } from './location.ts'

interface SetOptions {
  /** Replaces the current history entry instead of adding one. */
  readonly replace?: boolean
}

type SetParam = (value: string | undefined, options?: SetOptions) => void

/** One query parameter of the URL, where view state lives. Setting undefined removes it. Only its own changes re-render. */
export function useSearchParam(name: string): [string | undefined, SetParam] {
  const value = useLocationProperty(() => presentParams().get(name)) ?? undefined
  const set = useCallback<SetParam>(
    (next, options) => {
      const params = new URLSearchParams(window.location.search)
      if (next === undefined) params.delete(name)
      else params.set(name, next)
      const search = params.size === 0 ? '' : `?${params}`
      navigate(`${window.location.pathname}${search}${window.location.hash}`, options)
    },
    [name],
  )
  return [value, set]
}

let read = { search: '', params: new URLSearchParams() }

/** Parameters of the current URL, parsed once per change for all callers. */
function presentParams(): URLSearchParams {
  const { search } = window.location
  if (search !== read.search) read = { search, params: new URLSearchParams(search) }
  return read.params
}

/** A decoded parameter of the route; empty if the route has none of that name. */
export function usePathParam(name: string): string {
  return decodeSegment(useParams()[name] ?? '')
}

/** The project in the URL as `entity/project`; undefined on pages outside of projects. */
export const ProjectContext = createContext<string | undefined>(undefined)

/** Reads the project from the URL, for the context. */
export function useProjectInUrl(): string | undefined {
  const [, params] = useRoute('/:entity/:project/*?')
  return params ? `${decodeSegment(params.entity)}/${decodeSegment(params.project)}` : undefined
}

/** The project in the URL. Only for pages below `/:entity/:project`. */
export function useProjectId(): string {
  const projectId = use(ProjectContext)
  if (projectId === undefined) throw new Error('this page is not part of a project')
  return projectId
}
