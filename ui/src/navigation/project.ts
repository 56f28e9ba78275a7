import { createContext, use } from 'react'

/** The project of the address, as `entity/project`; undefined on pages outside of any. */
export const ProjectContext = createContext<string | undefined>(undefined)

/** The project a page is in. Only for pages below `/:entity/:project`. */
export function useProjectId(): string {
  const projectId = use(ProjectContext)
  if (projectId === undefined) throw new Error('this page is not part of a project')
  return projectId
}
