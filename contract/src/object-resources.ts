import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, MaybeTexts, Nullable, PayloadObject, page, ReplyObject } from './schema.ts'

/** The response for every new version of an object; spread into a reply's properties. */
export const publishedFields = {
  digest: Type.String(),
  object_id: Type.String(),
  version_index: Type.Integer(),
}

/** Fields that all stored versions share; spread into a reply's properties. */
export const storedFields = {
  object_id: Type.String(),
  digest: Type.String(),
  version_index: Type.Integer(),
  created_at: DateTime(),
}

const VersionAddress = Type.Object({
  ...projectInPath,
  object_id: Type.String(),
  digest: Type.String({ description: 'A digest, an alias, `latest`, or `v` followed by a version index.' }),
})

const VersionsPage = Type.Object({ ...projectInPath, ...page })

const VersionsToDelete = Type.Object({
  ...projectInPath,
  object_id: Type.String(),
  digests: MaybeTexts({ description: 'Can be repeated; all versions by default.' }),
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
      description: 'All or nothing: if one of the digests is unknown, nothing is deleted.',
      request: VersionsToDelete,
      example: { ...inProject, object_id: example.object_id, digests: [example.object_digest] },
      reply: Type.Object({ num_deleted: Type.Integer() }),
    }),
  }
}

export const opEndpoints = objectEndpoints({
  path: 'ops',
  one: 'an op',
  create: Type.Object({
    ...projectInPath,
    name: Maybe(Type.String()),
    source_code: Maybe(Type.String()),
  }),
  example: { entity: 'team', project: 'app', name: 'answer', source_code: 'def answer(q):\n    return q\n' },
  created: Type.Object(publishedFields),
  stored: Type.Object({
    ...storedFields,
    code: Type.String({ description: 'Empty if unknown.' }),
  }),
  listed: 'the latest version of each',
})

export const datasetEndpoints = objectEndpoints({
  path: 'datasets',
  one: 'a dataset',
  create: Type.Object({
    ...projectInPath,
    name: Maybe(Type.String()),
    description: Maybe(Type.String()),
    rows: Type.Array(PayloadObject()),
  }),
  example: { entity: 'team', project: 'app', name: 'quiz', rows: example.rows },
  created: Type.Object(publishedFields),
  stored: Type.Object({
    ...storedFields,
    name: Type.String(),
    description: Nullable(Type.String()),
    rows: Type.String({ description: 'The ref of the table with the rows.' }),
  }),
  listed: 'every version',
})

export const scorerEndpoints = objectEndpoints({
  path: 'scorers',
  one: 'a scorer',
  create: Type.Object({
    ...projectInPath,
    name: Type.String(),
    description: Maybe(Type.String()),
    op_source_code: Type.String({ description: 'The source of the op that scores.' }),
  }),
  example: {
    entity: 'team',
    project: 'app',
    name: 'exact match',
    op_source_code: 'def score(output, a):\n    return output == a\n',
  },
  created: Type.Object({
    ...publishedFields,
    scorer: Type.String({ description: 'The ref of the version.' }),
  }),
  stored: Type.Object({
    ...storedFields,
    name: Type.String(),
    description: Nullable(Type.String()),
    score_op: Type.String({ description: 'The ref of the op that scores.' }),
  }),
  listed: 'every version',
})

export const modelEndpoints = objectEndpoints({
  path: 'models',
  one: 'a model',
  create: Type.Object({
    ...projectInPath,
    name: Type.String(),
    description: Maybe(Type.String()),
    source_code: Type.String(),
    attributes: Maybe(PayloadObject(), { description: 'The settings of the model, by name.' }),
  }),
  example: {
    entity: 'team',
    project: 'app',
    name: 'parrot',
    source_code: 'def predict(q):\n    return q\n',
    attributes: { temperature: 0.5 },
  },
  created: Type.Object({
    ...publishedFields,
    model_ref: Type.String({ description: 'The ref of the version.' }),
  }),
  stored: Type.Object({
    ...storedFields,
    name: Type.String(),
    description: Nullable(Type.String()),
    source_code: Type.String({ description: 'Empty if unknown.' }),
    attributes: ReplyObject(),
  }),
  listed: 'every version',
})
