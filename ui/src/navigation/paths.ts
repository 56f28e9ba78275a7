import { encodeSegment } from './location.ts'

/** URL segments of the pages of a project. */
export type Section =
  | 'traces'
  | 'threads'
  | 'users'
  | 'objects'
  | 'datasets'
  | 'evaluations'
  | 'feedback'
  | 'costs'
  | 'dashboard'
  | 'sql'
  | 'settings'

export const projectPath = (projectId: string, section: Section = 'traces'): string =>
  `/${encodedProject(projectId)}/weave/${section}`

export const callPath = (projectId: string, callId: string): string =>
  `/${encodedProject(projectId)}/weave/calls/${encodeSegment(callId)}`

/** How a trace is shown: parameters of its page and of the pane beside the table. */
const TRACE_PARAMS = ['mode', 'tab', 'view', 'critical']

/** Path of a call that is shown as the trace on the current page is. */
export function similarCallPath(projectId: string, callId: string, search = window.location.search): string {
  const present = new URLSearchParams(search)
  const kept = new URLSearchParams([...present].filter(([name]) => TRACE_PARAMS.includes(name)))
  const path = callPath(projectId, callId)
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** Path of the traces table with a filter, in the syntax of the filter bar, and a time range; all time by default. */
export const tracesPath = (projectId: string, filter: string, range?: string): string =>
  `${projectPath(projectId)}?${new URLSearchParams({ filter, ...(range !== undefined && { range }) })}`

export const objectPath = (projectId: string, name: string, digest: string): string =>
  versionPath(projectId, 'objects', name, digest)

export const opPath = (projectId: string, name: string, digest: string): string =>
  versionPath(projectId, 'ops', name, digest)

export const datasetPath = (projectId: string, name: string, digest: string): string =>
  versionPath(projectId, 'datasets', name, digest)

/** Path of an evaluation run. */
export const runPath = (projectId: string, runId: string): string =>
  `${projectPath(projectId, 'evaluations')}?${new URLSearchParams({ runs: runId })}`

/** Path of the comparison of two or more calls. */
export const comparePath = (projectId: string, callIds: readonly string[]): string =>
  `/${encodedProject(projectId)}/weave/compare?${new URLSearchParams({ calls: callIds.join(',') })}`

const versionPath = (projectId: string, kind: string, name: string, digest: string): string =>
  `/${encodedProject(projectId)}/weave/${kind}/${encodeSegment(name)}/versions/${encodeSegment(digest)}`

const encodedProject = (projectId: string): string => projectId.split('/').map(encodeSegment).join('/')

/** Last query string of the traces table, by project. */
const searches = new Map<string, string>()

/** Remembers the state of the traces table for the way back from a trace. */
export function rememberTraces(projectId: string): void {
  searches.set(projectId, shareableSearch())
}

/** Query string of the current page, without the open call. */
export function shareableSearch(): string {
  const params = new URLSearchParams(window.location.search)
  params.delete('peek')
  params.delete('call')
  return String(params)
}

/** Path of the traces table in its last state. */
export function lastTracesPath(projectId: string): string {
  const search = searches.get(projectId)
  return search ? `${projectPath(projectId)}?${search}` : projectPath(projectId)
}

/** Rows last shown in the traces table, by project. */
const rows = new Map<string, readonly string[]>()

/** Remembers the order of the traces table, to step from trace to trace on their pages. */
export function rememberRows(projectId: string, ids: readonly string[]): void {
  rows.set(projectId, ids)
}

interface Neighbours {
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** The rows before and after the first one that is part of a trace. */
export function neighbours(projectId: string, isInTrace: (id: string) => boolean): Neighbours {
  const ids = rows.get(projectId) ?? []
  const at = ids.findIndex(isInTrace)
  if (at < 0) return { previous: undefined, next: undefined }
  return {
    previous: ids.slice(0, at).findLast((id) => !isInTrace(id)),
    next: ids.slice(at).find((id) => !isInTrace(id)),
  }
}

/** Filter of the traces table in its last state; undefined if it has not been visited. */
export const lastFilter = (projectId: string): string | undefined =>
  new URLSearchParams(searches.get(projectId)).get('filter') ?? undefined
