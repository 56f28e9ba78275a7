import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Empty, Maybe, Nullable, ProjectId } from './schema.ts'

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

const HeldRemoval = Type.Object(
  {
    held_at: DateTime(),
    calls: Type.Integer(),
    agent_spans: Type.Integer(),
  },
  {
    description:
      'What has expired and was kept all the same: the clock of the server had moved on by more than a day since the last ' +
      'removal, and more than 100 rows and a quarter of the project would have gone. Check the clock; then set the ' +
      'retention again to remove them.',
  },
)

const Retention = Type.Object({
  retention_days: Nullable(Type.Integer(), { description: 'Null keeps calls and agent spans for ever.' }),
  held_removal: Nullable(HeldRemoval, { description: 'Null where nothing waits to be confirmed.' }),
})

export const readRetention = endpoint({
  method: 'POST',
  path: '/project/ttl_settings/read',
  tag: 'service',
  summary: 'Tell for how long a project keeps its calls and agent spans',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Retention,
})

export const setRetention = endpoint({
  method: 'POST',
  path: '/project/ttl_settings/update',
  tag: 'service',
  summary: 'Set for how long a project keeps its calls and agent spans',
  description:
    'What started longer ago is removed within the hour, also what was there before the setting; ' +
    'expire_at of a call that starts from now on says when that is. To see first how much would go, count what started before. ' +
    'Setting it, also to the same days, confirms a removal that is held.',
  request: Type.Object({
    project_id: ProjectId,
    retention_days: Maybe(Type.Integer(), {
      description: 'From 1 to 36500; left out, everything is kept for ever.',
    }),
  }),
  example: { project_id: example.project_id, retention_days: 90 },
  reply: Retention,
})
