import type { JsonText } from '../../json/text.ts'
import { evaluateValue } from '../../query/evaluate.ts'
import { columnReader } from '../../query/row.ts'
import type { Micros } from '../../time.ts'
import { LATENCY_MS } from '../calls/status.ts'
import type {
  AgentDetailListColumn,
  AgentDetailTextColumn,
  AgentFloatColumn,
  AgentIntegerColumn,
  AgentListColumn,
  AgentMessagesColumn,
  AgentTextColumn,
} from './span-columns.ts'

type SpanStatusCode = 'UNSET' | 'OK' | 'ERROR'
type SpanKind = 'UNSPECIFIED' | 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER'

/** A span of an agent, as exported. Its key is project, trace and span id. */
export type AgentSpan = SpanCore &
  Readonly<Record<AgentTextColumn, string | null>> &
  Readonly<Record<AgentIntegerColumn | AgentFloatColumn, number | null>> &
  Readonly<Record<AgentListColumn, readonly string[]>>

/** The same with its wide columns. */
export type DetailedAgentSpan = AgentSpan &
  Readonly<Record<AgentDetailTextColumn, string | null>> &
  Readonly<Record<AgentDetailListColumn, readonly string[]>> &
  Readonly<Record<AgentMessagesColumn, readonly AgentMessage[]>> & {
    /** The whole span as JSON. */
    readonly raw_span_dump: string
  }

interface SpanCore {
  readonly project_id: string
  readonly trace_id: string
  readonly span_id: string
  readonly parent_span_id: string | null
  readonly span_name: string
  readonly span_kind: SpanKind
  readonly started_at: Micros
  readonly ended_at: Micros
  readonly status_code: SpanStatusCode
  readonly status_message: string | null
  readonly wb_user_id: string
  /** Attributes without a column of their own, by dotted name: a flat object of scalars. */
  readonly custom_attrs: JsonText
}

/** A message of a conversation, whatever convention it was sent in. */
export interface AgentMessage {
  readonly role: string
  /** Plain text, or the JSON text of a list of parts. */
  readonly content: string
  readonly finish_reason: string
}

export const INVOKE_AGENT = 'invoke_agent'
export const EXECUTE_TOOL = 'execute_tool'

/** Whole milliseconds between the start and the end. */
export const durationMs = ({ started_at, ended_at }: Pick<AgentSpan, 'started_at' | 'ended_at'>): number =>
  Number(evaluateValue(LATENCY_MS, columnReader({ started_at, ended_at })))
