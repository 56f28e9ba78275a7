import type { RedactedField } from '@heddle/contract/redaction'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { readDateTime, type SentTime } from '../../time.ts'
import { collectRefs } from '../objects/ref.ts'
import { expiryOf } from '../projects/retention.ts'
import type { Redactor } from '../redaction/redactor.ts'
import { ID_CHARACTERS_MAX, isLongerThan } from '../text-length.ts'
import type { CallEnd, CallStart, EndFacts, StartFacts } from './call.ts'
import { endUserOf } from './end-user.ts'
import { redactCredentials } from './redaction.ts'
import { newSummary, type Summary } from './summary.ts'

/** A start as clients send it, or as it was made of what they sent. */
export interface StartRecord {
  readonly project_id: string
  readonly id?: string
  readonly trace_id?: string
  readonly parent_id?: string
  readonly thread_id?: string
  readonly turn_id?: string
  readonly op_name: string
  readonly display_name?: string
  readonly started_at: SentTime
  readonly attributes: JsonText
  readonly inputs: JsonText
  readonly otel_dump?: JsonText
  readonly wb_run_id?: string
  readonly wb_run_step?: number | undefined
}

/** An end as clients send it, or as it was made of what they sent. */
export interface EndRecord {
  readonly project_id: string
  readonly id: string
  readonly ended_at: SentTime
  readonly exception?: string
  readonly output?: JsonText
  /** Text is read; a summary was made of counts. */
  readonly summary: JsonText | Summary
  readonly wb_run_step_end?: number | undefined
}

export interface CompleteRecord extends StartRecord, EndRecord {
  readonly id: string
  readonly trace_id: string
}

export interface Author {
  readonly wb_user_id: string
  readonly newId: () => string
  /** Number of days that a project keeps its calls; null for ever. */
  readonly retentionDays: (projectId: string) => number | null
  /** Undefined for a project without redaction rules. */
  readonly redactor: (projectId: string) => Redactor | undefined
}

/** Path of a record in its request, for validation issues. */
type Loc = readonly (string | number)[]

/** A start or end without the fields derived from its payloads. */
export type UndescribedStart = Omit<CallStart, keyof StartFacts>
export type UndescribedEnd = Omit<CallEnd, keyof EndFacts>

interface Origin {
  /** Whether inputs and attributes were made of the span in the dump, so that they have no keys that the dump has not. */
  readonly isSpan: boolean
}

/** Returns the start to store, or throws for an invalid record. */
export function newCallStart(
  record: StartRecord,
  author: Author,
  loc: Loc,
  { isSpan }: Origin = { isSpan: false },
): UndescribedStart {
  const { op_name, display_name = '' } = record
  checkOpName(op_name)
  checkDisplayName(display_name)
  for (const field of IDS_OF_START) checkLength(field, record[field] ?? '', ID_CHARACTERS_MAX)
  const redactor = author.redactor(record.project_id)
  const otel_dump = record.otel_dump && redactCredentials(record.otel_dump)
  const isClean = isSpan && otel_dump !== undefined && otel_dump === record.otel_dump
  const withoutCredentials = isClean ? asItIs : redactCredentials
  const inputs = ruled(withoutCredentials(record.inputs), 'inputs', redactor)
  const attributes = ruled(withoutCredentials(record.attributes), 'attributes', redactor)
  const started_at = readDateTime(record.started_at, [...loc, 'started_at'])
  return {
    project_id: record.project_id,
    id: record.id || author.newId(),
    trace_id: record.trace_id || author.newId(),
    parent_id: record.parent_id || null,
    thread_id: record.thread_id || null,
    turn_id: record.turn_id || null,
    op_name,
    display_name: display_name || null,
    started_at,
    expire_at: expiryOf(started_at, author.retentionDays(record.project_id)),
    attributes,
    inputs,
    otel_dump: (otel_dump && redactor ? redactor.everything(otel_dump) : otel_dump) ?? null,
    input_refs: collectRefs(inputs),
    wb_user_id: author.wb_user_id,
    end_user: endUserOf({ attributes, inputs }),
    wb_run_id: record.wb_run_id || null,
    wb_run_step: record.wb_run_step ?? null,
  }
}

const asItIs = (payload: JsonText): JsonText => payload

const ruled = (payload: JsonText, field: RedactedField, redactor: Redactor | undefined): JsonText =>
  redactor ? redactor.payload(field, payload) : payload

/** Returns the end to store, or throws for an invalid record. */
export function newCallEnd(record: EndRecord, author: Pick<Author, 'redactor'>, loc: Loc): UndescribedEnd {
  checkCallId('id', record.id)
  const { summary, usage, descendant_failed } =
    record.summary instanceof JsonText ? newSummary(record.summary, [...loc, 'summary']) : record.summary
  const redactor = author.redactor(record.project_id)
  const output = record.output ? ruled(record.output, 'output', redactor) : null
  const exception = record.exception || null
  return {
    project_id: record.project_id,
    id: record.id,
    ended_at: readDateTime(record.ended_at, [...loc, 'ended_at']),
    exception: exception && redactor ? redactor.text('output', exception) : exception,
    output,
    output_refs: output ? collectRefs(output) : [],
    wb_run_step_end: record.wb_run_step_end ?? null,
    summary,
    usage,
    descendant_failed,
  }
}

/** Returns the start and the end of a complete call, or throws for an invalid record. */
export function newCompleteCall(
  record: CompleteRecord,
  author: Author,
  loc: Loc,
  origin?: Origin,
): { start: UndescribedStart; end: UndescribedEnd } {
  const start = newCallStart(record, author, loc, origin)
  return { start, end: newCallEnd(record, author, loc) }
}

/** Of a call that is there already, or may come. */
export function checkCallId(field: string, id: string): void {
  if (id === '') throw new ServiceError('invalid_request', `${field} must not be empty`)
  checkLength(field, id, ID_CHARACTERS_MAX)
}

export function checkDisplayName(name: string): void {
  checkLength('display_name', name, DISPLAY_NAME_CHARACTERS_MAX)
}

export const DISPLAY_NAME_CHARACTERS_MAX = 1024
const OP_NAME_CHARACTERS_MAX = 128

const IDS_OF_START = ['id', 'trace_id', 'parent_id', 'thread_id', 'turn_id', 'wb_run_id'] as const

/** A ref has the name of its project as well. */
function checkOpName(name: string): void {
  checkLength('op_name', name, name.startsWith('weave:///') ? ID_CHARACTERS_MAX : OP_NAME_CHARACTERS_MAX)
}

function checkLength(field: string, text: string, charactersMax: number): void {
  if (isLongerThan(text, charactersMax)) {
    throw new ServiceError('invalid_request', `${field} is over ${charactersMax} characters`)
  }
}
