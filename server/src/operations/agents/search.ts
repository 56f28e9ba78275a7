import { searchAgents } from '@heddle/contract/agents'
import type { Static } from 'typebox'
import { mayContain, messagesIn, type SaidMessage } from '../../domain/agents/search.ts'
import type { DetailedAgentSpan } from '../../domain/agents/span.ts'
import { spanCondition, startedAt } from '../../domain/agents/span-condition.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { unlessTooLarge } from '../../errors.ts'
import { all, any, column, columnIs, compare, literal, sortedBy } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import type { AgentSpanSearch } from '../../storage/port/agents.ts'
import { formatDateTime, type Micros } from '../../time.ts'
import { type Context, inProject, operation, type Received } from '../operation.ts'

type SearchRequest = Received<Static<typeof searchAgents.request>>

const MESSAGES_USUAL = 20
const PREVIEW_LENGTH = 500
/** Spans searched at a time, fewer if they are large. */
const PAGE_SPANS = 200
const SPANS_BYTES_MAX = 8 * 1024 ** 2

/** Not spread into Math.max: a conversation may have more messages than a call takes arguments. */
const lastStart = (messages: readonly SaidMessage[]): Micros =>
  messages.reduce((last, { span }) => Math.max(last, span.started_at), 0)

export const agentSearchOperations = [
  operation(searchAgents, inProject('read'), async (request, context) => {
    const found = await findMessages(request, context)
    const conversations = groupBy(found, conversationOf)
    const isWhole = request.truncate_content === false
    const results = [...conversations].map(([conversation_id, messages]) => ({
      conversation_id,
      conversation_name: firstOf(messages, ({ span }) => span.conversation_name),
      agent_name: firstOf(messages, ({ span }) => span.agent_name),
      last_activity: formatDateTime(lastStart(messages)),
      matched_messages: messages.map(({ span, role, text, content_digest }) => ({
        span_id: span.span_id,
        trace_id: span.trace_id,
        role,
        content_preview: isWhole ? text : text.slice(0, PREVIEW_LENGTH).toWellFormed(),
        content_digest,
        started_at: formatDateTime(span.started_at),
      })),
    }))
    return { results, total_conversations: results.length }
  }),
]

const conversationOf = ({ span }: SaidMessage): string => span.conversation_id ?? ''

const firstOf = (messages: readonly SaidMessage[], read: (message: SaidMessage) => string | null): string =>
  messages.map(read).find((name) => name !== null) ?? ''

/** Searches the candidate spans, latest first, until the page is full. */
async function findMessages(request: SearchRequest, context: Context): Promise<SaidMessage[]> {
  const { limit = MESSAGES_USUAL, offset = 0, query = '', roles } = request
  const wanted = { query, ...(roles && { roles }) }
  const seen = new Map<string, SaidMessage>()
  for await (const span of latestSpans(request, context)) {
    for (const message of messagesIn(span, wanted)) {
      const key = `${conversationOf(message)}\n${message.role}\n${message.content_digest}`
      if (seen.has(key)) continue
      context.reply.add(message)
      seen.set(key, message)
    }
    if (seen.size >= offset + limit) break
  }
  return [...seen.values()].slice(offset, offset + limit)
}

async function* latestSpans(request: SearchRequest, context: Context): AsyncGenerator<DetailedAgentSpan> {
  const { storage, reply, signal } = context
  const condition = conditionOf(request)
  await reply.hold(SPANS_BYTES_MAX)
  let limit = PAGE_SPANS
  let last: DetailedAgentSpan | undefined
  for (;;) {
    const search: AgentSpanSearch = {
      project_id: request.project_id,
      condition: last ? all([condition, isBehind(last)]) : condition,
      sort: [sortedBy('started_at', 'instant', 'desc')],
      limit,
    }
    // A single span is never too large.
    const bytesMax = limit === 1 ? undefined : SPANS_BYTES_MAX
    const spans = await unlessTooLarge(storage.agentSpans.findDetailed(search, bytesMax, signal))
    if (spans) {
      yield* spans
      if (spans.length < limit) return
      last = spans.at(-1)
    } else limit = Math.floor(limit / 2)
  }
}

/** Whether a span comes behind this one in the order of the search: latest first, then by trace and span. */
function isBehind({ started_at, trace_id, span_id }: DetailedAgentSpan): Expression {
  const comesLater = any([
    startedAt('lt', started_at),
    compare('gt', column('trace_id'), literal(trace_id)),
    all([columnIs('trace_id', trace_id), compare('gt', column('span_id'), literal(span_id))]),
  ])
  return all([startedAt('lte', started_at), comesLater])
}

const FILTERS = ['agent_name', 'conversation_id', 'trace_id', 'provider_name', 'request_model'] as const

function conditionOf({ query = '', ...request }: SearchRequest): Expression {
  const named = FILTERS.flatMap((name) => {
    const value = request[name]
    return value === undefined ? [] : [columnIs(name, value)]
  })
  const { started_after, started_before } = request
  const window = {
    ...(started_after !== undefined && { started_after }),
    ...(started_before !== undefined && { started_before }),
  }
  return spanCondition(window, ...named, ...mayContain(query))
}
