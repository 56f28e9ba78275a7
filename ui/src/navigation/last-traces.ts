import { projectPath } from './paths.ts'

const storedAs = (projectId: string): string => `heddle.traces.${projectId}`

/** Keeps how the traces table is looked at, for whoever comes back to it from a trace. */
export function rememberTraces(projectId: string): void {
  const params = new URLSearchParams(window.location.search)
  params.delete('peek')
  params.delete('call')
  sessionStorage.setItem(storedAs(projectId), String(params))
}

/** The traces table as it was looked at last in this tab. */
export function lastTracesPath(projectId: string): string {
  const search = sessionStorage.getItem(storedAs(projectId))
  return search ? `${projectPath(projectId)}?${search}` : projectPath(projectId)
}
