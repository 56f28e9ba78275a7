import { evaluationEndpoints } from '@heddle/contract/evaluations'
import { evaluationPlan } from '../../domain/evaluations/evaluation.ts'
import { objectIdFor } from '../../domain/objects/name.ts'
import { objectRef } from '../../domain/objects/ref.ts'
import { sdkValue } from '../../domain/objects/sdk-objects.ts'
import { stringAt } from '../../json/path.ts'
import { publishValue } from '../objects/publish.ts'
import { inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { namedView, resourceOperations } from './resource.ts'

export const evaluationOperations = [
  operation(
    evaluationEndpoints.create,
    inProjectOfPath('write'),
    async ({ entity, project, name, ...request }, context) => {
      const projectId = projectOfPath({ entity, project })
      const { description = null, evaluation_name = null, scorers = [], trials = 1, ...rest } = request
      const fields = Object.entries({ name, description, scorers, trials, evaluation_name, ...rest })
      const val = sdkValue('Evaluation', fields)
      const evaluation = await publishValue(context, projectId, objectIdFor(name, 'Evaluation'), val)
      return { ...evaluation, evaluation_ref: objectRef(projectId, evaluation) }
    },
  ),
  ...resourceOperations(evaluationEndpoints, {
    kind: 'object',
    className: 'Evaluation',
    views: async (_context, _projectId, evaluations) =>
      evaluations.map((evaluation) => {
        const text = (name: string) => stringAt(evaluation.val, [name]) ?? null
        return {
          ...namedView(evaluation),
          ...evaluationPlan(evaluation.val),
          evaluation_name: text('evaluation_name'),
          evaluate_op: text('evaluate'),
          predict_and_score_op: text('predict_and_score'),
          summarize_op: text('summarize'),
        }
      }),
  }),
]
