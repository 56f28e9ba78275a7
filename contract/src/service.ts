import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Empty, Maybe, Nullable, ProjectId, ReplyObject } from './schema.ts'

export const readHealth = endpoint({
  method: 'GET',
  path: '/health',
  aliases: ['/healthz'],
  tag: 'service',
  summary: 'Check whether the service is running',
  request: Empty,
  example: {},
  reply: Type.Object({ status: Type.Literal('ok') }),
})

export const readServerInfo = endpoint({
  method: 'GET',
  path: '/server_info',
  tag: 'service',
  summary: 'Get server information for clients',
  request: Empty,
  example: {},
  reply: Type.Object({
    min_required_weave_python_version: Type.String({ description: 'Older Python clients refuse to start.' }),
    trace_server_version: Type.String(),
    single_sign_on: Nullable(Type.String(), {
      description:
        'Name of the provider that browsers can sign in with, at `/auth/oidc/start`; null for none.',
    }),
  }),
})

export const readVersion = endpoint({
  method: 'GET',
  path: '/version',
  tag: 'service',
  summary: 'Get the version of the service',
  request: Empty,
  example: {},
  reply: Type.Object({ version: Type.String() }),
})

export const readProjectsInfo = endpoint({
  method: 'POST',
  path: '/service/projects_info',
  tag: 'service',
  summary: 'Get the internal ids of projects',
  description: 'Clients that compute digests themselves put these ids into the refs they hash.',
  request: Type.Object({ project_ids: Type.Array(ProjectId) }),
  example: { project_ids: [example.project_id] },
  reply: Type.Array(Type.Object({ external_project_id: Type.String(), internal_project_id: Type.String() }), {
    description: 'Unknown projects are left out.',
  }),
})

const asked = Maybe(Type.Boolean(), {
  description: 'True by default. At least one of the four must be true.',
})
const Size = Nullable(Type.Integer(), { description: 'Null if not requested.' })

export const readProjectStats = endpoint({
  method: 'POST',
  path: '/project/stats',
  tag: 'service',
  summary: 'Get the storage size of a project',
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

const Variables = Type.Object({
  name: Maybe(Type.String(), { description: 'The project.' }),
  entityName: Maybe(Type.String(), { description: 'The entity, beside `project`.' }),
  entity: Maybe(Type.String(), { description: 'The entity, beside `upsertModel`.' }),
})

export const queryClientInit = endpoint({
  method: 'POST',
  path: '/graphql',
  rootOnly: true,
  tag: 'service',
  summary: 'Answer the GraphQL queries that SDKs send at startup',
  description:
    'Not a GraphQL server: only the fields `viewer`, `project` and `upsertModel` work, with which the SDKs look up their user and project.',
  request: Type.Object({ query: Type.String({ maxLength: 100_000 }), variables: Maybe(Variables) }),
  example: {
    query:
      'query Project($name: String!, $entityName: String!) { project(name: $name, entityName: $entityName) { name } }',
    variables: { name: 'app', entityName: example.project_id.split('/')[0] ?? '' },
  },
  reply: Type.Object({
    data: Type.Optional(ReplyObject()),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          message: Type.String(),
          extensions: Type.Object({ code: Type.String({ examples: ['PERMISSION_ERROR'] }) }),
        }),
      ),
    ),
  }),
})

/** Operations that need a model provider or a worker of the service. They fail with NOT_AVAILABLE. */
export const unavailableEndpoints = [
  unavailable('/completions/create', 'Run a completion'),
  unavailable('/completions/create_stream', 'Run a completion, piece by piece'),
  unavailable('/image/create', 'Make an image'),
  unavailable('/calls/score', 'Score calls'),
  unavailable('/evaluations/evaluate_model', 'Evaluate a model'),
  unavailable('/evaluations/rescore', 'Score an evaluation again'),
] as const

function unavailable(path: string, action: string) {
  return endpoint({
    method: 'POST',
    path,
    tag: 'service',
    summary: `${action} on the server: not available`,
    description:
      'The server calls no model provider and runs no user code. It always answers 400 with the error_code NOT_AVAILABLE, which clients do not retry.',
    request: Type.Object({ project_id: ProjectId }),
    example: { project_id: example.project_id },
    reply: Empty,
  })
}
