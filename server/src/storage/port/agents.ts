import type { AgentSpan, DetailedAgentSpan } from '../../domain/agents/span.ts'
import type { SpanGroupQuery, SpanGroups } from '../../domain/agents/span-groups.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { ListAll } from './pages.ts'

export interface AgentSpanSearch extends Page {
  readonly project_id: string
  readonly condition?: Expression
  /** Spans that are equal in all sort keys come by `started_at`, then trace and span id. */
  readonly sort: readonly SortKey[]
}

/** Spans of a project; without a condition, all of them. */
export type AgentSpanSelection = Pick<AgentSpanSearch, 'project_id' | 'condition'>

/** A custom attribute that spans have, values of one type only. */
export interface SeenAttribute {
  readonly key: string
  readonly type: 'string' | 'int' | 'float' | 'bool'
  readonly span_count: number
}

export interface AgentSpanStore {
  /** Stores the spans; one whose trace and id the project already has takes that one's place. */
  put(spans: readonly DetailedAgentSpan[]): Promise<void>

  /**
   * Deletes spans that match, at most so many, and returns how many. Which ones go first is not defined. Zero means that none
   * is left. A span of the same id that is put later is stored again.
   */
  remove(selection: AgentSpanSelection, atMost: number): Promise<number>

  /** Without anything wide. Throws `too_large` instead of reading spans of more than `bytesMax` together. */
  find(search: AgentSpanSearch, bytesMax?: number): Promise<AgentSpan[]>

  /** `bytesMax` as above. */
  findDetailed(search: AgentSpanSearch, bytesMax?: number): Promise<DetailedAgentSpan[]>

  count(search: AgentSpanSearch): Promise<number>

  /** Counts and sums per group. `domain/agent-span-groups.ts` defines the answer. */
  group(query: SpanGroupQuery): Promise<SpanGroups>

  /** The custom attributes of the spans that match, by key and then type; sort has no say. */
  attributes(search: AgentSpanSearch): Promise<SeenAttribute[]>

  readonly listAll: ListAll<DetailedAgentSpan>
}
