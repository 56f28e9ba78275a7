import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, Nullable, ProjectId } from './schema.ts'

const Retention = Type.Object({
  retention_days: Nullable(Type.Integer(), { description: 'Null keeps calls for ever.' }),
})

export const readRetention = endpoint({
  method: 'POST',
  path: '/project/ttl_settings/read',
  tag: 'service',
  summary: 'Tell for how long a project keeps its calls',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Retention,
})

export const setRetention = endpoint({
  method: 'POST',
  path: '/project/ttl_settings/update',
  tag: 'service',
  summary: 'Set for how long a project keeps its calls',
  description:
    'Calls that started longer ago are removed within the hour, those of before the setting too; ' +
    'expire_at of a call that starts from now on says when that is. To see first how many would go, count the calls that started before.',
  request: Type.Object({
    project_id: ProjectId,
    retention_days: Maybe(Type.Integer(), {
      description: 'From 1 to 36500; left out, calls are kept for ever.',
    }),
  }),
  example: { project_id: example.project_id, retention_days: 90 },
  reply: Retention,
})
