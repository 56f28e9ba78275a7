import type { AgentSpan, DetailedAgentSpan } from '../../domain/agents/span.ts'
import type { SpanGroupQuery, SpanGroups } from '../../domain/agents/span-groups.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { ListAll } from './pages.ts'

export interface AgentSpanSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Ties are broken by `started_at`, then trace and span id. */
  readonly sort: readonly SortKey[]
}

/** Spans of a project; without a condition, all of them. */
export type AgentSpanSelection = Pick<AgentSpanSearch, 'project_id' | 'condition'>

/** A custom attribute of spans, with values of one type. */
export interface SeenAttribute {
  readonly key: string
  readonly type: 'string' | 'int' | 'float' | 'bool'
  readonly span_count: number
}

export interface AgentSpanStore {
  /** Stores the spans, replacing stored ones with the same trace and id. */
  put(spans: readonly DetailedAgentSpan[]): Promise<void>

  /**
   * Deletes at most `atMost` matching spans in undefined order, and returns their number. Zero means that none
   * is left. A span with the same id that is put later is stored again.
   */
  remove(selection: AgentSpanSelection, atMost: number): Promise<number>

  /** Without wide columns. Throws `too_large` rather than read more than `bytesMax` of spans. */
  find(search: AgentSpanSearch, bytesMax?: number): Promise<AgentSpan[]>

  /** `bytesMax` as above. A search that may go through all spans has a signal, which stops it, and holds up no quick reads. */
  findDetailed(search: AgentSpanSearch, bytesMax?: number, signal?: AbortSignal): Promise<DetailedAgentSpan[]>

  count(search: AgentSpanSearch): Promise<number>

  /** Counts and sums per group, as defined by `domain/agents/span-groups.ts`. */
  group(query: SpanGroupQuery): Promise<SpanGroups>

  /** The custom attributes of the matching spans, by key and then type; the sort is ignored. */
  attributes(search: AgentSpanSearch): Promise<SeenAttribute[]>

  readonly listAll: ListAll<DetailedAgentSpan>
}
