import type { Static } from 'typebox'
import * as Type from 'typebox'
import { DateTime } from './schema.ts'

/** The body of every error response except those for validation errors. */
export type ReasonBody = Static<typeof ReasonBody>
export const ReasonBody = Type.Object({
  reason: Type.String({ description: 'A human-readable sentence.' }),
  deleted_at: Type.Optional(DateTime({ description: 'When the requested resource was deleted.' })),
  missing_object_digests: Type.Optional(Type.Array(Type.String())),
  error_code: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String({ description: 'Why a key was rejected.' })),
})

/** The body of a 422 for a request that does not match its schema, listing each issue. */
export type IssuesBody = Static<typeof IssuesBody>
export const IssuesBody = Type.Object({
  detail: Type.Array(
    Type.Object({
      loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
        description: 'Path of the invalid value, starting with body, query or path.',
        examples: [['body', 'start', 'op_name']],
      }),
      msg: Type.String(),
      type: Type.String({ examples: ['missing'] }),
    }),
  ),
})

/** The body of a 404 or 405 for an unknown route or method. */
export type NoRouteBody = Static<typeof NoRouteBody>
export const NoRouteBody = Type.Object({ detail: Type.String() })
