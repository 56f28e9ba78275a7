import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
  columnNames,
} from '../domain/agents/span-columns.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { messagesOf, textsOf } from './agent-messages.ts'
import { valueAt } from './attribute-tree.ts'
import { textOf } from './conventions/find.ts'

type Table<Name extends string> = Parameters<typeof columnNames<Name>>[0]
type Sources = Table<string>[string]

/** Every column that a span's attributes fill; those that nothing fills are null or empty. */
export function columnsFrom(tree: JsonMap) {
  const { input_messages, output_messages } = AGENT_MESSAGES_COLUMNS
  return {
    ...eachColumn(AGENT_TEXT_COLUMNS, (sources) => textAt(tree, sources)),
    ...eachColumn(AGENT_DETAIL_TEXT_COLUMNS, (sources) => textAt(tree, sources)),
    ...eachColumn(AGENT_INTEGER_COLUMNS, (sources) => numberAt(tree, sources, Number.isSafeInteger)),
    ...eachColumn(AGENT_FLOAT_COLUMNS, (sources) => numberAt(tree, sources, Number.isFinite)),
    ...eachColumn(AGENT_LIST_COLUMNS, (sources) => textsOf(firstAt(tree, sources))),
    ...eachColumn(AGENT_DETAIL_LIST_COLUMNS, (sources) => textsOf(firstAt(tree, sources))),
    input_messages: messagesOf(firstAt(tree, input_messages), 'user'),
    output_messages: messagesOf(firstAt(tree, output_messages), 'assistant'),
  }
}

/** The first of the attributes that says something. Zero and false do, an empty text does not. */
export function firstAt(tree: JsonMap, sources: Sources): JsonValue | undefined {
  for (const source of sources) {
    const value = valueAt(tree, source.split('.'))
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

function eachColumn<Name extends string, Value>(
  columns: Table<Name>,
  read: (sources: Sources) => Value,
): Record<Name, Value> {
  const entries = columnNames(columns).map((name) => [name, read(columns[name])] as const)
  // Entries forget that they have every name.
  return Object.fromEntries(entries) as Record<Name, Value>
}

function textAt(tree: JsonMap, sources: Sources): string | null {
  const value = firstAt(tree, sources)
  return value === undefined ? null : textOf(value)
}

function numberAt(tree: JsonMap, sources: Sources, isGood: (value: number) => boolean): number | null {
  const text = textAt(tree, sources)?.trim()
  const number = text === undefined || text === '' ? Number.NaN : Number(text)
  return isGood(number) ? number : null
}
