import Type from 'typebox'
import { projectInPath } from './calls.ts'
import { objectEndpoints, publishedFields, storedFields } from './object-resources.ts'
import { Maybe, Nullable, PayloadObject, ReplyObject } from './schema.ts'

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
    source_code: Type.String({ description: 'Empty where it is not known.' }),
    attributes: ReplyObject(),
  }),
  listed: 'every version',
})
