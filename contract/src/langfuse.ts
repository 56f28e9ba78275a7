import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Empty } from './schema.ts'

/** The requests that the Langfuse SDKs make besides exports. */

const Named = Type.Object({ id: Type.String(), name: Type.String() })

export const listLangfuseProjects = endpoint({
  method: 'GET',
  path: '/api/public/projects',
  rootOnly: true,
  tag: 'service',
  summary: 'Get the project of a key, for Langfuse SDKs',
  description: 'Answers `auth_check()` of the SDK. The secret key is an API key of this server.',
  request: Empty,
  example: {},
  reply: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        organization: Named,
        metadata: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  }),
})

export const createLangfuseMedia = endpoint({
  method: 'POST',
  path: '/api/public/media',
  rootOnly: true,
  tag: 'service',
  summary: 'Decline the upload of a media file by a Langfuse SDK',
  description:
    'The SDK removes images and audio from payloads and uploads them separately. Such files are not stored: the response has no ' +
    'upload URL, so the SDK continues without an error. Payloads keep the reference that the SDK inserted.',
  request: Type.Object({ sha256Hash: Type.String({ maxLength: 128 }) }),
  example: { sha256Hash: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=' },
  reply: Type.Object({ mediaId: Type.String(), uploadUrl: Type.Null() }),
})
