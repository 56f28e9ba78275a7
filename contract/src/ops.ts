import Type from 'typebox'
import { projectInPath } from './calls.ts'
import { objectEndpoints, publishedFields, storedFields } from './object-resources.ts'
import { Maybe } from './schema.ts'

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
    code: Type.String({ description: 'Empty where it is not known.' }),
  }),
  listed: 'the latest version of each',
})
