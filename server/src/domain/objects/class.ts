import type { TObject, TSchema } from 'typebox'
import * as Type from 'typebox'
import * as Value from 'typebox/value'
import { ServiceError } from '../../errors.ts'
import { membersOf, objectOf } from '../../json/members.ts'
import { mayContain } from '../../json/strings.ts'
import { JsonText } from '../../json/text.ts'
import type { ObjectVersion } from './object.ts'

/** Derived from a value when it is published. */
export type ObjectClass = Pick<ObjectVersion, 'kind' | 'base_object_class' | 'leaf_object_class'>

export function classOf(val: JsonText): ObjectClass {
  const members = mayCarryClass(val) ? membersOf(val) : undefined
  const hierarchy = members && hierarchyOf(members)
  return { kind: members && isOp(members) ? 'op' : 'object', ...(hierarchy ?? NO_HIERARCHY) }
}

type Members = ReadonlyMap<string, JsonText>
type Hierarchy = Pick<ObjectVersion, 'base_object_class' | 'leaf_object_class'>

/** The classes of an SDK object, from the list of its bases; undefined if it has none. */
function hierarchyOf(val: Members): Hierarchy | undefined {
  const bases = plain(val.get('_bases'))
  const leaf = plain(val.get('_class_name'))
  if (typeof leaf !== 'string' || !isStrings(bases)) return undefined
  const [parent, root, model] = [bases.at(-3), bases.at(-2), bases.at(-1)]
  if ((root !== 'Object' && root !== 'BaseObject') || model !== 'BaseModel') return undefined
  return { base_object_class: parent ?? leaf, leaf_object_class: leaf }
}

const NO_HIERARCHY: Hierarchy = { base_object_class: null, leaf_object_class: null }

/** Whether the value is worth parsing: large values seldom have a class. */
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

/**
 * Makes a raw value an object of one of the service's own classes: validates its fields, fills in the defaults and adds its
 * class. A value that already has its class is not changed.
 */
export function withBuiltinClass(val: JsonText, className: string): JsonText {
  const schema = BUILTIN_CLASSES.get(className)
  if (!schema)
    throw new ServiceError('invalid_request', `builtin_object_class ${JSON.stringify(className)} is unknown`)
  const members = membersOf(val)
  if (!members) throw new ServiceError('invalid_request', `val must be an object to be of class ${className}`)
  const ownClass = members.get('_class_name')
  if (ownClass && JSON.parse(ownClass.text) !== className) {
    throw new ServiceError(
      'invalid_request',
      `val has another _class_name than builtin_object_class ${className}`,
    )
  }
  if (hierarchyOf(members)) return val
  checkFields(val, className, schema)
  return objectOf(new Map([...defaultsOf(schema), ...members, ...annotation(className)]))
}

const Text = (value: null) => Type.Optional(Type.Union([Type.String(), Type.Null()], { default: value }))

const named = { name: Text(null), description: Text(null) }

const AnnotationSpec = Type.Object({
  ...named,
  field_schema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { default: {} })),
  unique_among_creators: Type.Optional(Type.Boolean({ default: false })),
  op_scope: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()], { default: null })),
})

const Leaderboard = Type.Object({
  ...named,
  columns: Type.Array(
    Type.Object({
      evaluation_object_ref: Type.String(),
      scorer_name: Type.String(),
      summary_metric_path: Type.String(),
      should_minimize: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
  ),
})

const SavedView = Type.Object({
  ...named,
  view_type: Type.String(),
  label: Type.String(),
  definition: Type.Record(Type.String(), Type.Unknown()),
})

const Maybe = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))

const LLMStructuredCompletionModel = Type.Object({
  ...named,
  /** `provider/model`, or the ref of a provider model. */
  llm_model_id: Type.String(),
  default_params: Type.Optional(
    Type.Object(
      {
        messages_template: Maybe(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
        temperature: Maybe(Type.Number()),
        top_p: Maybe(Type.Number()),
        max_tokens: Maybe(Type.Integer()),
        presence_penalty: Maybe(Type.Number()),
        frequency_penalty: Maybe(Type.Number()),
        stop: Maybe(Type.Array(Type.String())),
        n_times: Maybe(Type.Integer()),
        response_format: Maybe(Type.String()),
        functions: Maybe(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
      },
      { default: {} },
    ),
  ),
})

/** Classes whose fields the server does not interpret: only clients use them. */
const OPAQUE_CLASSES = [
  'AlertSpec',
  'Provider',
  'ProviderModel',
  'ComparisonView',
  'ChartConfig',
  'AgentDashboard',
]

const BUILTIN_CLASSES: ReadonlyMap<string, TObject> = new Map<string, TObject>([
  ['AnnotationSpec', AnnotationSpec],
  ['Leaderboard', Leaderboard],
  ['SavedView', SavedView],
  ['LLMStructuredCompletionModel', LLMStructuredCompletionModel],
  ...OPAQUE_CLASSES.map((name): [string, TObject] => [name, Type.Object(named)]),
])

function checkFields(val: JsonText, className: string, schema: TObject): void {
  const value: unknown = JSON.parse(val.text)
  if (Value.Check(schema, value)) return
  const problems = Value.Errors(schema, value).map(
    ({ instancePath, message }) => `val${instancePath} ${message}`,
  )
  throw new ServiceError('invalid_request', `val does not fit ${className}: ${problems[0]}`)
}

function defaultsOf(schema: TObject): [string, JsonText][] {
  return Object.entries(schema.properties).flatMap(([name, property]): [string, JsonText][] =>
    'default' in property ? [[name, jsonOf(property.default)]] : [],
  )
}

const annotation = (className: string): [string, JsonText][] => [
  ['_type', jsonOf(className)],
  ['_class_name', jsonOf(className)],
  ['_bases', jsonOf(PARENTS.get(className) ?? ['BaseObject', 'BaseModel'])],
]

/** The bases of classes that extend another class of the SDK, as the SDK writes them. */
const PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['LLMStructuredCompletionModel', ['Model', 'Object', 'BaseModel']],
])

const jsonOf = (value: unknown): JsonText => new JsonText(JSON.stringify(value))
