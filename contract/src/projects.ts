import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Empty, Maybe, Nullable, ProjectId } from './schema.ts'

export type ProjectRecord = Static<typeof ProjectRecord>
export const ProjectRecord = Type.Object({
  project_id: Type.String(),
  root_call_count: Type.Integer({ description: 'Calls without a parent, counted up to 10000.' }),
  has_more_root_calls: Type.Boolean({ description: 'Whether there are more.' }),
  last_activity: Nullable(DateTime(), {
    description: 'When the newest call started; null if there is none.',
  }),
})

export const queryProjects = endpoint({
  method: 'POST',
  path: '/projects/query',
  tag: 'service',
  summary: 'List the projects you may read',
  description: 'Most recently active first; projects without activity last.',
  request: Empty,
  example: {},
  reply: Type.Object({ projects: Type.Array(ProjectRecord) }),
})

const HeldRemoval = Type.Object(
  {
    held_at: DateTime(),
    calls: Type.Integer(),
    agent_spans: Type.Integer(),
  },
  {
    description:
      'Expired data that was kept: the server clock had advanced by more than a day since the last ' +
      'removal, and more than 100 rows and a quarter of the project would have been removed. Check the clock, then set the ' +
      'retention again to remove them.',
  },
)

const Retention = Type.Object({
  retention_days: Nullable(Type.Integer(), { description: 'Null keeps calls and agent spans forever.' }),
  held_removal: Nullable(HeldRemoval, { description: 'Null if no removal awaits confirmation.' }),
})

export const readRetention = endpoint({
  method: 'POST',
  path: '/project/ttl_settings/read',
  tag: 'service',
  summary: 'Get how long a project keeps its calls and agent spans',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Retention,
})

export const setRetention = endpoint({
  method: 'POST',
  path: '/project/ttl_settings/update',
  tag: 'service',
  summary: 'Set how long a project keeps its calls and agent spans',
  description:
    'Older calls and agent spans are removed within an hour, including those stored before the setting; ' +
    'new calls get an expire_at. To see how much would be removed, count the calls that started earlier. ' +
    'Setting it, even to the same value, confirms a held removal.',
  request: Type.Object({
    project_id: ProjectId,
    retention_days: Maybe(Type.Integer(), {
      description: 'From 1 to 36500; if left out, everything is kept forever.',
    }),
  }),
  example: { project_id: example.project_id, retention_days: 90 },
  reply: Retention,
})
