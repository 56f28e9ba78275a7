import { modelEndpoints } from '@heddle/contract/object-resources'
import { objectIdFor } from '../../domain/objects/name.ts'
import { objectRef, opRef } from '../../domain/objects/ref.ts'
import { modelAttributes, newModelAttributes, sdkValue } from '../../domain/objects/sdk-objects.ts'
import { stringAt } from '../../json/path.ts'
import { checkPublishable, publishValue } from '../objects/publish.ts'
import { readObjectValues } from '../objects/refs.ts'
import { type Context, inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { publishOp, readSources } from './ops.ts'
import { namedView, resourceOperations, type StoredObject } from './resource.ts'

export const modelOperations = [
  operation(modelEndpoints.create, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const { name, description = null, source_code } = request
    const attributes = newModelAttributes(request.attributes)
    const objectId = objectIdFor(name, 'Model')
    await checkPublishable(context, {
      project_id: projectId,
      object_id: objectId,
      val: sdkValue('Model', []),
    })
    const op = await publishOp(context, projectId, `${objectId}.predict`, source_code)
    const fields = Object.entries({ name, description, predict: opRef(projectId, op) })
    const model = await publishValue(
      context,
      projectId,
      objectId,
      sdkValue('Model', [...attributes, ...fields]),
    )
    return { ...model, model_ref: objectRef(projectId, model) }
  }),
  ...resourceOperations(modelEndpoints, {
    kind: 'object',
    className: 'Model',
    async views(context, projectId, models) {
      const sources = await predictSources(context, projectId, models)
      return models.map((model, index) => ({
        ...namedView(model),
        source_code: sources[index] ?? '',
        attributes: modelAttributes(model.val),
      }))
    },
  }),
]

/** Ops are small: their source is a file. */
const OPS_BYTES_MAX = 8 * 1024 ** 2

/** The source of a model is that of its predict op, whichever client published it. */
async function predictSources(
  context: Context,
  projectId: string,
  models: readonly StoredObject[],
): Promise<string[]> {
  const refs = models.map(({ val }) => stringAt(val, ['predict']) ?? '')
  return readSources(context, projectId, await readObjectValues(context, refs, OPS_BYTES_MAX))
}
