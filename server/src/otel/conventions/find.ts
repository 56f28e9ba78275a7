import { JsonNumber } from '../../json/number.ts'
import { type JsonMap, type JsonValue, writeTree } from '../../json/tree.ts'
import { valueAt } from '../attribute-tree.ts'
import type { CallField } from './convention.ts'
import { PRECEDENCE } from './precedence.ts'

interface Found {
  /** The attribute that held it. */
  readonly key: string
  readonly value: JsonValue
}

/** The first present of the attributes that may hold a field. Zero, false and the empty string are present. */
export function find(field: CallField, tree: JsonMap): Found | undefined {
  for (const { key, path } of SOURCES.get(field) ?? []) {
    const value = valueAt(tree, path)
    if (value !== undefined) return { key, value }
  }
  return undefined
}

/** The same as text; a list or an object as its JSON. */
export function findText(field: CallField, tree: JsonMap): string | undefined {
  const value = find(field, tree)?.value
  return value === undefined ? undefined : textOf(value)
}

/** The same as an integer; undefined where it is none that a number holds exactly. */
export function findInteger(field: CallField, tree: JsonMap): number | undefined {
  const text = findText(field, tree)
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isSafeInteger(number) ? number : undefined
}

/** A value as text: a list or an object as its JSON. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value.toWellFormed()
  return value instanceof JsonNumber ? value.token : writeTree(value)
}

interface Source {
  readonly key: string
  readonly path: readonly string[]
}

const isCallField = (name: string): name is CallField => Object.hasOwn(PRECEDENCE, name)

/** The attributes that may hold a field, in order, with their paths split once for all spans. */
const SOURCES: ReadonlyMap<CallField, readonly Source[]> = new Map(
  Object.keys(PRECEDENCE)
    .filter(isCallField)
    .map((field) => [field, sourcesOf(field)]),
)

function sourcesOf(field: CallField): Source[] {
  const keys = PRECEDENCE[field].flatMap((convention) => convention[field] ?? [])
  return keys.map((key) => ({ key, path: key.split('.') }))
}
