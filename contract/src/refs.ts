import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'

export const readRefs = endpoint({
  method: 'POST',
  path: '/refs/read_batch',
  tag: 'objects',
  summary: 'Read what refs point to',
  description:
    'Object and op refs, of any project, with or without a path into the value; at most 1000. A deleted object or a ' +
    'path that leads nowhere reads as null. An unknown object refuses the whole request, which names all of them.',
  request: Type.Object({ refs: Type.Array(Type.String()) }),
  example: { refs: [`weave:///team/app/object/${example.object_id}:${example.object_digest}/key/a`] },
  reply: Type.Object({ vals: Type.Array(Type.Unknown(), { description: 'In the order of the refs.' }) }),
})
