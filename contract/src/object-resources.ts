import Type, { type Static, type TSchema } from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, MaybeTexts, page } from './schema.ts'

/** What every new version of an object is answered with; spread into a reply's properties. */
export const publishedFields = {
  digest: Type.String(),
  object_id: Type.String(),
  version_index: Type.Integer(),
}

/** What every stored version begins with; spread into a reply's properties. */
export const storedFields = {
  object_id: Type.String(),
  digest: Type.String(),
  version_index: Type.Integer(),
  created_at: DateTime(),
}

const VersionAddress = Type.Object({
  ...projectInPath,
  object_id: Type.String(),
  digest: Type.String({ description: 'A digest, an alias, `latest`, or `v` and a version index.' }),
})

const VersionsPage = Type.Object({ ...projectInPath, ...page })

const VersionsToDelete = Type.Object({
  ...projectInPath,
  object_id: Type.String(),
  digests: MaybeTexts({ description: 'Repeat it for several; all versions by default.' }),
})

interface ObjectResource<Create extends TSchema, Created extends TSchema, Stored extends TSchema> {
  /** The last part of the path, such as `ops`. */
  readonly path: string
  /** One of them, with its article, such as `an op`. */
  readonly one: string
  readonly create: Create
  readonly example: Static<Create>
  readonly created: Created
  readonly stored: Stored
  /** Which versions the list has, such as `every version`. */
  readonly listed: string
}

/** The four endpoints that every class of objects has under its own path. */
export function objectEndpoints<Create extends TSchema, Created extends TSchema, Stored extends TSchema>(
  resource: ObjectResource<Create, Created, Stored>,
) {
  const { path, one } = resource
  const collection = `/v2/{entity}/{project}/${path}`
  const inProject = { entity: 'team', project: 'app' }
  return {
    create: endpoint({
      method: 'POST',
      path: collection,
      bodySize: 'payload',
      tag: 'evaluations',
      summary: `Publish a version of ${one}`,
      request: resource.create,
      example: resource.example,
      reply: resource.created,
    }),
    read: endpoint({
      method: 'GET',
      path: `${collection}/{object_id}/versions/{digest}`,
      tag: 'evaluations',
      summary: `Read a version of ${one}`,
      request: VersionAddress,
      example: { ...inProject, object_id: example.object_id, digest: 'latest' },
      reply: resource.stored,
    }),
    list: endpoint({
      method: 'GET',
      path: collection,
      tag: 'evaluations',
      summary: `List ${path}, ${resource.listed}`,
      request: VersionsPage,
      example: { ...inProject, limit: 100 },
      reply: resource.stored,
      replyAs: 'lines',
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `${collection}/{object_id}`,
      tag: 'evaluations',
      summary: `Delete versions of ${one}`,
      description: 'All or nothing: where one of the digests is unknown, nothing is deleted.',
      request: VersionsToDelete,
      example: { ...inProject, object_id: example.object_id, digests: [example.object_digest] },
      reply: Type.Object({ num_deleted: Type.Integer() }),
    }),
  }
}
