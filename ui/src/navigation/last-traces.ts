import { projectPath } from './paths.ts'

/** By project, in memory only. */
const searches = new Map<string, string>()

/** Remembers the state of the traces table for the way back from a trace. */
export function rememberTraces(projectId: string): void {
  const params = new URLSearchParams(window.location.search)
  params.delete('peek')
  params.delete('call')
  searches.set(projectId, String(params))
}

/** Path of the traces table in its last state. */
export function lastTracesPath(projectId: string): string {
  const search = searches.get(projectId)
  return search ? `${projectPath(projectId)}?${search}` : projectPath(projectId)
}
