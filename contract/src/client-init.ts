import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, ReplyObject } from './schema.ts'

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
  summary: 'Answer what the SDKs ask when they start',
  description:
    'No GraphQL server: it knows the fields `viewer`, `project` and `upsertModel`, by which the SDKs learn who they are and that their project exists, and refuses all others.',
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
