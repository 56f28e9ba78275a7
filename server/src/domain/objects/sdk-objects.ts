import { ServiceError } from '../../errors.ts'
import { membersOf, objectOf } from '../../json/members.ts'
import { stringAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'

/** The classes that have a resource of their own. */
export type SdkClass = 'Dataset' | 'Scorer' | 'Evaluation' | 'Model'

/** A value as the SDKs publish objects of a class. Later fields of the same name win. */
export function sdkValue(className: SdkClass, fields: Iterable<readonly [string, unknown]>): JsonText {
  return jsonTextOf(
    new Map<string, unknown>([
      ['_type', className],
      ...fields,
      ['_class_name', className],
      ['_bases', ['Object', 'BaseModel']],
    ]),
  )
}

/** An op as the SDKs publish it: its source is a file. */
export function opValue(sourceDigest: string): JsonText {
  return jsonTextOf({
    _type: 'CustomWeaveType',
    weave_type: { type: 'Op' },
    files: { [SOURCE_FILE]: sourceDigest },
  })
}

/** The digest of the file with an op's source; undefined if it has none. */
export function sourceDigestOf(op: JsonText): string | undefined {
  return stringAt(op, ['files', SOURCE_FILE])
}

const SOURCE_FILE = 'obj.py'

/** Members that every model has, as opposed to its own settings. */
const MODEL_MEMBERS = ['_type', '_class_name', '_bases', 'name', 'description', 'predict']

/** The settings of a model, by name. */
export function modelAttributes(model: JsonText): JsonText {
  const members = [...(membersOf(model) ?? [])]
  return objectOf(members.filter(([name]) => !MODEL_MEMBERS.includes(name)))
}

/** Reads the settings of a new model. Throws for a name that every model uses for something else. */
export function newModelAttributes(attributes: JsonText | undefined): Map<string, JsonText> {
  const members = (attributes && membersOf(attributes)) ?? new Map<string, JsonText>()
  const taken = MODEL_MEMBERS.find((name) => members.has(name))
  if (taken === undefined) return members
  throw new ServiceError('invalid_request', `attributes must not have the name ${taken}`)
}
