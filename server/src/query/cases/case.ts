/** A guarantee of the query language as data. The evaluator and every engine return exactly these ids. */
export interface QueryCase {
  readonly name: string
  readonly resource: Resource
  readonly rows: Rows
  /** The content of `$expr` as JSON text: `5` and `5.0` differ. */
  readonly query?: string
  readonly sort?: readonly SortRequest[]
  readonly expand_columns?: readonly string[]
  /** In sort order, or in the order of the rows without a sort. */
  readonly ids: readonly string[]
}

export type Resource = 'calls' | 'feedback' | 'prices' | 'agent_spans' | 'table_rows'

export interface SortRequest {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** The contents of a project. All texts named for JSON columns are JSON texts. */
export interface Rows {
  readonly calls?: readonly CallRow[]
  readonly feedback?: readonly FeedbackRow[]
  readonly objects?: readonly ObjectRow[]
  readonly prices?: readonly PriceRow[]
  readonly agent_spans?: readonly SpanRow[]
  readonly table_rows?: readonly ItemRow[]
}

export interface CallRow {
  readonly id: string
  readonly op_name?: string
  readonly parent_id?: string
  readonly display_name?: string
  readonly renamed_to?: string
  readonly started_at?: number
  readonly ended_at?: number
  readonly wb_run_id?: string
  readonly wb_run_step?: number
  readonly exception?: string
  readonly descendant_failed?: boolean
  readonly kind?: string
  readonly end_user?: string
  readonly attributes?: string
  readonly inputs?: string
  readonly output?: string
  readonly summary?: string
  readonly input_refs?: readonly string[]
  readonly expire_at?: number
  /** The annotation queues that have the call. */
  readonly queue_ids?: readonly string[]
}

export interface FeedbackRow {
  readonly id: string
  readonly weave_ref?: string
  readonly feedback_type?: string
  readonly created_at?: number
  readonly creator?: string
  readonly payload?: string
  readonly runnable_ref?: string
  readonly trigger_ref?: string
  readonly scorer_tags?: readonly string[]
  readonly scorer_ratings?: Readonly<Record<string, number>>
  readonly scorer_tag_reasons?: Readonly<Record<string, string>>
}

export interface ObjectRow {
  readonly ref: string
  readonly val: string
  readonly deleted?: boolean
}

export interface PriceRow {
  readonly id: string
  readonly llm_id?: string
  readonly prompt_token_cost?: number
  readonly effective_date?: number
}

export interface SpanRow {
  readonly id: string
  readonly started_at?: number
  readonly ended_at?: number
  readonly agent_name?: string
  readonly input_tokens?: number
  readonly finish_reasons?: readonly string[]
  readonly custom_attrs?: string
}

/** A row of a table. */
export interface ItemRow {
  readonly id: string
  readonly val: string
}

/** The project that refs in cases point into. A case may run in any other: its name is then replaced. */
export const PROJECT_ID = 'team/app'

/** One call per JSON text, with that as `inputs.x`; `missing` leaves it out. The text is the id. */
export function callsWith(...values: readonly string[]): Rows {
  return {
    calls: values.map((value) => ({ id: value, inputs: value === 'missing' ? '{}' : `{"x":${value}}` })),
  }
}

export const field = (path: string) => `{"$getField":${JSON.stringify(path)}}`

/** `json` is the literal as it stands in the query. */
export const literal = (json: string) => `{"$literal":${json}}`

export const eq = (left: string, right: string) => `{"$eq":[${left},${right}]}`
export const gt = (left: string, right: string) => `{"$gt":[${left},${right}]}`
export const gte = (left: string, right: string) => `{"$gte":[${left},${right}]}`
export const lt = (left: string, right: string) => `{"$lt":[${left},${right}]}`
export const lte = (left: string, right: string) => `{"$lte":[${left},${right}]}`
export const and = (...operands: string[]) => `{"$and":[${operands}]}`
export const or = (...operands: string[]) => `{"$or":[${operands}]}`
export const not = (operand: string) => `{"$not":[${operand}]}`
export const oneOf = (operand: string, ...options: string[]) => `{"$in":[${operand},[${options}]]}`
export const convert = (input: string, to: string) => `{"$convert":{"input":${input},"to":"${to}"}}`
export const size = (input: string) => `{"$size":${input}}`
export const contains = (input: string, substr: string) =>
  `{"$contains":{"input":${input},"substr":${substr}}}`
export const containsAnyCase = (input: string, substr: string) =>
  `{"$contains":{"input":${input},"substr":${substr},"case_insensitive":true}}`
