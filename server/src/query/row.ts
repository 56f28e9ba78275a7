import { valueAt } from '../json/path.ts'
import { JsonText } from '../json/text.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import type { CollectionField, DocumentField, FeedbackField, StoredField } from './expression.ts'
import { documentText, type LiteralValue } from './values.ts'

/** Access to the values of a row, for the evaluator. */
export interface RowReader {
  stored(field: StoredField): LiteralValue
  /** The elements of a list, the keys of a map. */
  elements(field: CollectionField): readonly string[]
  /** A column that holds JSON; null when unset. */
  json(column: string): JsonText | null
  /** The feedback on the row, by creation, then id. */
  feedback(): readonly AttachedFeedback[]
  /** The value of the object that a ref names; null when there is none. */
  object(ref: string): JsonText | null
}

interface AttachedFeedback {
  readonly feedback_type: string
  readonly payload: JsonText
  readonly runnable_ref: string | null
  readonly trigger_ref: string | null
}

/** The value at a document's path. */
export interface Place {
  /** Whether there is a document. Only a dangling ref has none. */
  readonly hasDocument: boolean
  readonly value: JsonValue | undefined
}

export function placeOf(row: RowReader, field: DocumentField): Place {
  switch (field.kind) {
    case 'json':
      return { hasDocument: true, value: at(row.json(field.column), field.path) }
    case 'feedback':
      return { hasDocument: true, value: oneOf(feedbackValues(row, field), field) }
    case 'expanded': {
      const object = row.object(documentText(placeOf(row, field.base).value))
      return { hasDocument: object !== null, value: at(object, field.path) }
    }
  }
}

/** Reads the columns of a record that has nothing else. */
export function columnReader(record: object): RowReader {
  const columns = new Map<string, unknown>(Object.entries(record))
  return {
    stored: (field) => storedValue(field, columns),
    elements: ({ name }) => elementsOf(columns.get(name)),
    json: (name) => {
      const text = columns.get(name)
      return typeof text === 'string' ? new JsonText(text) : null
    },
    feedback: () => [],
    object: () => null,
  }
}

/** All non-empty texts of a field with several values. */
export function textsOf(row: RowReader, field: CollectionField | FeedbackField): readonly string[] {
  const texts =
    field.kind === 'collection' ? row.elements(field) : feedbackValues(row, field).map(documentText)
  return texts.filter((text) => text !== '')
}

function oneOf(values: readonly (JsonValue | undefined)[], { rows }: FeedbackField): JsonValue | undefined {
  return rows === 'first' ? values[0] : values.find((value) => documentText(value) !== '')
}

function feedbackValues(row: RowReader, field: FeedbackField): (JsonValue | undefined)[] {
  return row
    .feedback()
    .filter((feedback) => field.feedback_type === '*' || feedback.feedback_type === field.feedback_type)
    .map((feedback) =>
      field.column === 'payload' ? at(feedback.payload, field.path) : (feedback[field.column] ?? undefined),
    )
}

function at(document: JsonText | null, path: readonly string[]): JsonValue | undefined {
  const value = document && valueAt(document, path)
  return value ? parseTree(value.text) : undefined
}

function storedValue(field: StoredField, columns: ReadonlyMap<string, unknown>): LiteralValue {
  if (field.kind === 'column') return scalar(columns.get(field.name))
  const map = new Map<string, unknown>(Object.entries(columns.get(field.column) ?? {}))
  return scalar(map.get(field.key))
}

function elementsOf(collection: unknown): string[] {
  return Array.isArray(collection) ? collection.map(String) : Object.keys(collection ?? {})
}

function scalar(value: unknown): LiteralValue {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
