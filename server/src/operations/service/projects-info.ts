import { readProjectsInfo } from '@heddle/contract/service'
import { operation } from '../operation.ts'

export const projectsInfoRead = operation(
  readProjectsInfo,
  { access: 'read', projects: (request) => request.project_ids },
  async (request, { storage }) => {
    const projects = await storage.projects.find(request.project_ids)
    return projects.map(({ project_id, internal_id }) => ({
      external_project_id: project_id,
      internal_project_id: internal_id,
    }))
  },
)
