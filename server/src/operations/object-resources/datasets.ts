import { datasetEndpoints } from '@heddle/contract/object-resources'
import { objectIdFor } from '../../domain/objects/name.ts'
import { formatRef } from '../../domain/objects/ref.ts'
import { sdkValue } from '../../domain/objects/sdk-objects.ts'
import { stringAt } from '../../json/path.ts'
import { publishValue } from '../objects/publish.ts'
import { inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { storeTable } from '../tables/tables.ts'
import { namedView, resourceOperations } from './resource.ts'

export const datasetOperations = [
  operation(datasetEndpoints.create, inProjectOfPath('write'), async (request, context) => {
    const project_id = projectOfPath(request)
    const { name, description = null, rows } = request
    const { digest } = await storeTable(context, { project_id, rows })
    const table = formatRef({ kind: 'table', project_id, digest })
    const fields = Object.entries({ name: name ?? null, description, rows: table })
    return publishValue(context, project_id, objectIdFor(name, 'Dataset'), sdkValue('Dataset', fields))
  }),
  ...resourceOperations(datasetEndpoints, {
    kind: 'object',
    className: 'Dataset',
    views: async (_context, _projectId, datasets) =>
      datasets.map((dataset) => ({ ...namedView(dataset), rows: stringAt(dataset.val, ['rows']) ?? '' })),
  }),
]
