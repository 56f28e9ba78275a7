import { scorerEndpoints } from '@heddle/contract/object-resources'
import { objectIdFor } from '../../domain/objects/name.ts'
import { objectRef, opRef } from '../../domain/objects/ref.ts'
import { sdkValue } from '../../domain/objects/sdk-objects.ts'
import { stringAt } from '../../json/path.ts'
import { checkPublishable, publishValue } from '../objects/publish.ts'
import { inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { publishOp } from './ops.ts'
import { namedView, resourceOperations } from './resource.ts'

export const scorerOperations = [
  operation(scorerEndpoints.create, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const { name, description = null, op_source_code } = request
    const objectId = objectIdFor(name, 'Scorer')
    await checkPublishable(context, {
      project_id: projectId,
      object_id: objectId,
      val: sdkValue('Scorer', []),
    })
    const op = await publishOp(context, projectId, `${objectId}.score`, op_source_code)
    const fields = Object.entries({ name, description, score: opRef(projectId, op) })
    const scorer = await publishValue(context, projectId, objectId, sdkValue('Scorer', fields))
    return { ...scorer, scorer: objectRef(projectId, scorer) }
  }),
  ...resourceOperations(scorerEndpoints, {
    kind: 'object',
    className: 'Scorer',
    views: async (_context, _projectId, scorers) =>
      scorers.map((scorer) => ({ ...namedView(scorer), score_op: stringAt(scorer.val, ['score']) ?? '' })),
  }),
]
