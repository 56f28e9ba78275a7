import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Empty, Maybe, Nullable, ProjectId } from './schema.ts'

export const readHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'service',
  summary: 'Tell whether the service answers',
  request: Empty,
  example: {},
  reply: Type.Object({ status: Type.Literal('ok') }),
})

export const readServerInfo = endpoint({
  method: 'GET',
  path: '/server_info',
  tag: 'service',
  summary: 'Tell clients what they are talking to',
  request: Empty,
  example: {},
  reply: Type.Object({
    min_required_weave_python_version: Type.String({ description: 'Older Python clients refuse to start.' }),
    trace_server_version: Type.String(),
  }),
})

export const readVersion = endpoint({
  method: 'GET',
  path: '/version',
  tag: 'service',
  summary: 'Tell the version of the service',
  request: Empty,
  example: {},
  reply: Type.Object({ version: Type.String() }),
})

export const readProjectsInfo = endpoint({
  method: 'POST',
  path: '/service/projects_info',
  tag: 'service',
  summary: 'Tell the internal ids of projects',
  description: 'Clients that compute digests themselves put these ids into the refs they hash.',
  request: Type.Object({ project_ids: Type.Array(ProjectId) }),
  example: { project_ids: [example.project_id] },
  reply: Type.Array(Type.Object({ external_project_id: Type.String(), internal_project_id: Type.String() }), {
    description: 'Unknown projects are left out.',
  }),
})

const asked = Maybe(Type.Boolean(), { description: 'True by default. At least one of the four must be.' })
const Size = Nullable(Type.Integer(), { description: 'Null where it was not asked for.' })

export const readProjectStats = endpoint({
  method: 'POST',
  path: '/project/stats',
  tag: 'service',
  summary: 'Measure what a project stores',
  request: Type.Object({
    project_id: ProjectId,
    include_trace_storage_size: asked,
    include_object_storage_size: asked,
    include_table_storage_size: asked,
    include_file_storage_size: asked,
  }),
  example: { project_id: example.project_id },
  reply: Type.Object({
    trace_storage_size_bytes: Size,
    objects_storage_size_bytes: Size,
    tables_storage_size_bytes: Size,
    files_storage_size_bytes: Size,
  }),
})
