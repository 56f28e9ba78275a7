import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Empty, Nullable } from './schema.ts'

export type ProjectRecord = Static<typeof ProjectRecord>
export const ProjectRecord = Type.Object({
  project_id: Type.String(),
  root_call_count: Type.Integer({ description: 'Calls without a parent, counted up to 10000.' }),
  has_more_root_calls: Type.Boolean({ description: 'Whether the count stopped there.' }),
  last_activity: Nullable(DateTime(), {
    description: 'When the newest call started; null where there is none.',
  }),
})

export const queryProjects = endpoint({
  method: 'POST',
  path: '/projects/query',
  tag: 'service',
  summary: 'List the projects you may read',
  description: 'The one with the latest activity comes first, those without any last.',
  request: Empty,
  example: {},
  reply: Type.Object({ projects: Type.Array(ProjectRecord) }),
})
