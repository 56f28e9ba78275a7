import type { Catalogue } from '../../query/bind.ts'
import type { Field, PlainField } from '../../query/expression.ts'
import { checkSegments, splitPath } from '../../query/path.ts'
import { ATTRIBUTES } from '../../semconv/attributes.ts'
import { LATENCY_MS } from '../calls/status.ts'
import {
  AGENT_ATTRIBUTE_COLUMNS,
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
} from './span-columns.ts'

/** The maps that responses have custom attributes in, by the type of their values. */
export const CUSTOM_ATTRIBUTE_SOURCES = [
  'custom_attrs_string',
  'custom_attrs_int',
  'custom_attrs_float',
  'custom_attrs_bool',
] as const

/**
 * Fields of agent spans: columns, by their own name or by that of an attribute that fills them
 * (`weave.agent.name`, `gen_ai.agent.name` or `agent.name`). Any other name is a custom attribute.
 */
export const agentSpanCatalogue: Catalogue = {
  nullMeans: 'unset',
  resolve: (path) => columnField(columnName(path)) ?? nestedField(path),
}

/** The column of an attribute by any of its names; others as they are. */
export const columnName = (path: string): string => COLUMN_OF_ATTRIBUTE.get(path) ?? path

/** A custom attribute of any name, even that of a column. */
export const customAttributeField = (key: string): Field => ({
  kind: 'json',
  column: 'custom_attrs',
  path: [key],
  nullSorts: 'as unset',
})

export const DURATION_MS: PlainField = { kind: 'computed', value: LATENCY_MS }

const COLUMN_OF_ATTRIBUTE: ReadonlyMap<string, string> = new Map(
  AGENT_ATTRIBUTE_COLUMNS.flatMap((column) => {
    const [canonical, ...aliases] = ATTRIBUTES[column]
    return [canonical.replace('weave.', ''), canonical, ...aliases].map((name) => [name, column] as const)
  }),
)

const CORE_TEXTS = [
  'project_id',
  'trace_id',
  'span_id',
  'parent_span_id',
  'span_name',
  'span_kind',
  'status_code',
  'status_message',
  'wb_user_id',
]

const COLUMNS: ReadonlyMap<string, Field> = new Map([
  ...[...CORE_TEXTS, ...AGENT_TEXT_COLUMNS, ...AGENT_DETAIL_TEXT_COLUMNS].map((name): [string, Field] => [
    name,
    { kind: 'column', name, type: 'text' },
  ]),
  ...[...AGENT_INTEGER_COLUMNS, ...AGENT_FLOAT_COLUMNS].map((name): [string, Field] => [
    name,
    { kind: 'column', name, type: 'number' },
  ]),
  ...['started_at', 'ended_at'].map((name): [string, Field] => [
    name,
    { kind: 'column', name, type: 'instant' },
  ]),
  ...[...AGENT_LIST_COLUMNS, ...AGENT_DETAIL_LIST_COLUMNS].map((name): [string, Field] => [
    name,
    { kind: 'collection', name, shape: 'list' },
  ]),
  ['duration_ms', DURATION_MS],
])

const columnField = (name: string): Field | undefined => COLUMNS.get(name)

function nestedField(path: string): Field {
  const [name = '', ...segments] = splitPath(path)
  if (AGENT_MESSAGES_COLUMNS.some((column) => column === name)) {
    return { kind: 'json', column: name, path: checkSegments(segments), nullSorts: 'as unset' }
  }
  const isInMap = segments.length > 0 && ['custom_attrs', ...CUSTOM_ATTRIBUTE_SOURCES].includes(name)
  // The rest of the name is the key of the attribute, dots included.
  return customAttributeField(isInMap ? path.slice(name.length + 1) : path)
}
