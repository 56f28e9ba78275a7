import { projectPath } from './paths.ts'

/** By project. Kept for as long as the page is: a reload starts afresh. */
const searches = new Map<string, string>()

/** Keeps how the traces table is looked at, for whoever comes back to it from a trace. */
export function rememberTraces(projectId: string): void {
  const params = new URLSearchParams(window.location.search)
  params.delete('peek')
  params.delete('call')
  searches.set(projectId, String(params))
}

/** The traces table as it was looked at last. */
export function lastTracesPath(projectId: string): string {
  const search = searches.get(projectId)
  return search ? `${projectPath(projectId)}?${search}` : projectPath(projectId)
}
