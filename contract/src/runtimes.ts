import Type from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { Maybe, Nullable } from './schema.ts'

const Headers = Type.Record(Type.String(), Type.String())

const Runtime = Type.Object({
  id: Type.String({ description: 'The name of the model, as its server knows it.' }),
  max_tokens: Maybe(Type.Integer()),
})

export const putRuntime = endpoint({
  method: 'PUT',
  path: '/v2/{entity}/{project}/runtimes/{name}',
  bodySize: 'payload',
  tag: 'objects',
  summary: 'Write down where models of your own are served',
  description:
    'Kept as a version of an object of the class Provider, which everybody who may read the project can read: keep secrets out of the headers. This server never calls it.',
  request: Type.Object({
    ...projectInPath,
    name: Type.String(),
    base_url: Type.String(),
    api_key_secret: Maybe(Type.String(), { description: 'The name of the secret, not the secret itself.' }),
    headers: Maybe(Headers),
    runtime_ids: Maybe(Type.Array(Type.Union([Type.String(), Runtime]))),
  }),
  example: {
    entity: 'team',
    project: 'app',
    name: 'house',
    base_url: 'localhost:8000/v1',
    runtime_ids: [{ id: 'house-model', max_tokens: 4096 }],
  },
  reply: Type.Object({
    name: Type.String(),
    base_url: Type.String(),
    api_key_secret: Type.String(),
    headers: Headers,
    runtime_ids: Type.Array(
      Type.Object({ id: Type.String(), max_tokens: Nullable(Type.Integer()), playground_id: Type.String() }),
    ),
  }),
})
