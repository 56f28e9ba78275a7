import type { AUDIT_ACTIONS } from '@heddle/contract/audit-actions'
import { JsonText } from '../../json/text.ts'
import type { Micros } from '../../time.ts'

type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Who made a change: a user of the API, the operator on the command line, or the server itself. */
export interface Actor {
  readonly via: 'api' | 'cli' | 'server'
  /** Null if it was not a user of this server. */
  readonly actor_id: string | null
  /** The name at that time; on the command line, the operating system's user name. */
  readonly actor_name: string
}

/** What was changed. */
export interface AuditedChange {
  readonly action: AuditAction
  readonly entity: string | null
  readonly project_id: string | null
  /** A user name, a key id, a project id, or the path of the endpoint or the command that changes data. */
  readonly target: string
  /** A JSON object. */
  readonly details: string
}

/** One line of the audit log. */
export interface AuditEntry extends Actor, AuditedChange {
  readonly at: Micros
  readonly id: string
}

const TEXT_CHARS_MAX = 1000
const LISTED_MAX = 100

/** The fields of a change as bounded JSON: long texts and lists are truncated, lists with their original length beside them. */
export function auditDetails(fields: object): string {
  const shown = Object.entries(fields).flatMap(([name, value]) => shownField(name, value))
  return JSON.stringify(Object.fromEntries(shown))
}

function shownField(name: string, value: unknown): [string, unknown][] {
  if (value === undefined) return []
  if (Array.isArray(value)) {
    const shown: [string, unknown] = [name, value.slice(0, LISTED_MAX).map(shownValue)]
    return value.length > LISTED_MAX ? [shown, [`${name}_count`, value.length]] : [shown]
  }
  return [[name, shownValue(value)]]
}

function shownValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  const text = value instanceof JsonText ? value.text : value
  return (typeof text === 'string' ? text : JSON.stringify(text)).slice(0, TEXT_CHARS_MAX)
}
