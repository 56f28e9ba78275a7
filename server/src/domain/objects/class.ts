import { membersOf } from '../../json/members.ts'
import { mayContain } from '../../json/strings.ts'
import type { JsonText } from '../../json/text.ts'
import type { ObjectVersion } from './object.ts'

/** What the service reads out of a value as it is published. */
export type ObjectClass = Pick<ObjectVersion, 'kind' | 'base_object_class' | 'leaf_object_class'>

export function classOf(val: JsonText): ObjectClass {
  const members = mayCarryClass(val) ? membersOf(val) : undefined
  const hierarchy = members && hierarchyOf(members)
  return { kind: members && isOp(members) ? 'op' : 'object', ...(hierarchy ?? NO_HIERARCHY) }
}

type Members = ReadonlyMap<string, JsonText>
type Hierarchy = Pick<ObjectVersion, 'base_object_class' | 'leaf_object_class'>

/** The classes of an SDK object, from the list of its bases; undefined where it names none. */
export function hierarchyOf(val: Members): Hierarchy | undefined {
  const bases = plain(val.get('_bases'))
  const leaf = plain(val.get('_class_name'))
  if (typeof leaf !== 'string' || !isStrings(bases)) return undefined
  const [parent, root, model] = [bases.at(-3), bases.at(-2), bases.at(-1)]
  if ((root !== 'Object' && root !== 'BaseObject') || model !== 'BaseModel') return undefined
  return { base_object_class: parent ?? leaf, leaf_object_class: leaf }
}

const NO_HIERARCHY: Hierarchy = { base_object_class: null, leaf_object_class: null }

/** Whether a closer look is worth it: large values seldom carry a class. */
function mayCarryClass(val: JsonText): boolean {
  return val.kind === 'object' && (mayContain(val, '_type') || mayContain(val, '_bases'))
}

function isOp(val: Members): boolean {
  if (!val.has('_type')) return false
  const weaveType = val.get('weave_type')
  return plain(weaveType ? membersOf(weaveType)?.get('type') : val.get('_type')) === 'Op'
}

const plain = (json: JsonText | undefined): unknown => json && JSON.parse(json.text)

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
