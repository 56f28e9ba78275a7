import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, MaybeTexts, Nullable } from './schema.ts'

export const linkToRegistry = endpoint({
  method: 'POST',
  path: '/link_to_registry',
  tag: 'objects',
  summary: 'Tell the version that a link to a registry would name',
  description:
    'There is no registry here, so nothing is linked: the reply names the version that the ref leads to. Use tags and aliases to mark versions.',
  request: Type.Object({
    ref: Type.String({ description: 'A ref to a version of an object or an op.' }),
    target: Maybe(
      Type.Object({
        entity_name: Maybe(Type.String()),
        project_name: Maybe(Type.String()),
        portfolio_name: Maybe(Type.String()),
      }),
    ),
    aliases: MaybeTexts(),
  }),
  example: {
    ref: `weave:///${example.project_id}/object/${example.object_id}:${example.object_digest}`,
    target: { entity_name: 'team', project_name: 'registry', portfolio_name: 'settings' },
  },
  reply: Type.Object({ version_index: Nullable(Type.Integer()) }),
})
