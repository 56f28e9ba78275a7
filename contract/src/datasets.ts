import Type from 'typebox'
import { projectInPath } from './calls.ts'
import { example } from './examples.ts'
import { objectEndpoints, publishedFields, storedFields } from './object-resources.ts'
import { Maybe, Nullable, PayloadObject } from './schema.ts'

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
    rows: Type.String({ description: 'The ref of the table that has the rows.' }),
  }),
  listed: 'every version',
})
