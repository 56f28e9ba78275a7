import { opEndpoints } from '@heddle/contract/ops'
import { objectIdFor } from '../../domain/objects/name.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { operation } from '../operation.ts'
import { objectOperations } from './resource.ts'
import { publishOp, readSources } from './sources.ts'

const opCreate = operation(opEndpoints.create, inProjectOfPath('write'), (request, context) => {
  const { name, source_code = '' } = request
  return publishOp(context, projectOfPath(request), objectIdFor(name, 'Op'), source_code)
})

export const opOperations = [
  opCreate,
  ...objectOperations(opEndpoints, {
    kind: 'op',
    listsLatestOnly: true,
    async views(context, projectId, ops) {
      const vals = ops.map(({ val }) => val)
      const sources = await readSources(context, projectId, vals)
      return ops.map(({ stored }, index) => ({ ...stored, code: sources[index] ?? '' }))
    },
  }),
]
