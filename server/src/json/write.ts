import { JsonNumber } from './number.ts'
import { JsonText } from './text.ts'

/**
 * Writes compact JSON, always valid. A `JsonText` is spliced in as it is, at any depth; Maps are
 * objects; members that are undefined are left out; numbers that JSON cannot write are null.
 */
export function writeJson(value: unknown): string {
  return textOf(value) ?? 'null'
}

/** JSON text of a value that the server created. */
export function jsonTextOf(value: unknown): JsonText {
  return new JsonText(writeJson(value))
}

/** Undefined for values that JSON cannot represent: undefined, functions, symbols. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? 'null' : objectText(value)
    default:
      return undefined
  }
}

function objectText(value: object): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return arrayText(value)
  if (value instanceof JsonNumber) return value.isWord ? 'null' : value.token
  return membersText(value instanceof Map ? value : Object.entries(value))
}

function arrayText(items: readonly unknown[]): string {
  let text = ''
  for (const item of items) text += `${text && ','}${textOf(item) ?? 'null'}`
  return `[${text}]`
}

function membersText(members: Iterable<readonly [unknown, unknown]>): string {
  let text = ''
  for (const [key, value] of members) {
    const valueText = textOf(value)
    if (valueText !== undefined) text += `${text && ','}${quoted(String(key))}:${valueText}`
  }
  return `{${text}}`
}

const NEEDS_ESCAPES = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

// JSON.stringify also escapes lone surrogates, but is slower than checking whether that is needed.
function quoted(text: string): string {
  return NEEDS_ESCAPES.test(text) ? JSON.stringify(text) : `"${text}"`
}
