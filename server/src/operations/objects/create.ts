import { createObject, type ObjectCreateRecord } from '@heddle/contract/objects'
import { withBuiltinClass } from '../../domain/objects/builtin-classes.ts'
import { acceptDigest, digestWithInternalRefs, objectDigest } from '../../domain/objects/digest.ts'
import { checkObjectName } from '../../domain/objects/name.ts'
import type { JsonText } from '../../json/text.ts'
import { type Context, operation, type Received } from '../operation.ts'
import { internalIdsIn } from '../refs/internal-ids.ts'
import { publishVersion } from './publish.ts'

/** The digest is that of the value with its class written into it. Nothing is stored unless all of it holds. */
export const objectCreate = operation(
  createObject,
  { access: 'write', projects: ({ obj }) => [obj.project_id] },
  async ({ obj }, context) => {
    const { project_id, object_id } = obj
    checkObjectName(object_id)
    const val = valueToStore(obj)
    const digest = await digestOf(val, obj.expected_digest, context)
    await publishVersion(context, { project_id, object_id, val, digest })
    return { digest, object_id }
  },
)

function valueToStore(obj: Received<ObjectCreateRecord>): JsonText {
  const className = obj.builtin_object_class ?? obj.set_base_object_class
  return className === undefined ? obj.val : withBuiltinClass(obj.val, className)
}

async function digestOf(val: JsonText, expected: string | undefined, context: Context): Promise<string> {
  const digest = objectDigest(val)
  if (expected === undefined || expected === digest) return digest
  return acceptDigest(expected, [digest, digestWithInternalRefs(val, await internalIdsIn([val], context))])
}
