import Type from 'typebox'
import { projectInPath } from './calls.ts'
import { objectEndpoints, publishedFields, storedFields } from './object-resources.ts'
import { Maybe, Nullable } from './schema.ts'

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
