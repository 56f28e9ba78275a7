import { callName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { readCallMessages } from '@heddle/contract/messages'
import * as Type from 'typebox'
import { latencyOf, previewOf, statusOf } from '../reports/calls.ts'
import { diffLines } from '../reports/diff-text.ts'
import { agoText, compileFilter } from '../reports/filter.ts'
import { messagesText } from '../reports/messages-text.ts'
import { figuresText, outlineLine, readTrace, traceTitle } from '../reports/outline.ts'
import { readDiff } from '../reports/read-diff.ts'
import { countText, durationText, moneyText } from '../reports/values.ts'
import { pageOf, pageOfLines, pageOfText, type Tool, ToolError, tool } from './tool.ts'

const Cursor = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Where the previous answer ended; leave it out for the start.' }),
)

export const Filter = Type.Optional(
  Type.String({
    maxLength: 2_000,
    description:
      'Conditions joined by spaces: status:error, latency:>2s, op:NAME, model:gpt-4o, kind:llm, enduser:ID, inputs.path:text, output.score:<0.5, feedback.helpful:false, has:feedback, "free text". OR, -negation and parentheses work.',
  }),
)

const Since = Type.Optional(
  Type.String({ maxLength: 40, description: 'Only calls that started since: 1h, 7d, or 2026-01-31T10:00.' }),
)

/** Compiles the filter and time of a tool's input. Throws what is wrong, for the model to correct. */
export function searchFor({ filter = '', since }: { filter?: string; since?: string }) {
  const search = compileFilter([filter, ...(since === undefined ? [] : [`started:>="${agoText(since)}"`])])
  if ('problem' in search) throw new ToolError(search.problem)
  return search
}

const FOUND_MAX = 50

const findTraces = tool({
  name: 'find_traces',
  title: 'Find traces',
  description:
    'Lists traces of the application, newest first, one per line: start, status, latency, tokens, cost, trace id, name, and a preview of the error or of input and output. Use level "calls" to search calls inside traces, such as single model or tool calls.',
  input: Type.Object({
    filter: Filter,
    since: Since,
    level: Type.Optional(Type.Union([Type.Literal('traces'), Type.Literal('calls')])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FOUND_MAX })),
    cursor: Cursor,
  }),
  async run({ client, projectId }, { filter, since, level, limit = 20, cursor = 0 }) {
    const search = searchFor({ ...(filter && { filter }), ...(since && { since }) })
    const { calls } = await client.call(queryCalls, {
      project_id: projectId,
      ...search,
      filter: { ...search.filter, ...(level !== 'calls' && { trace_roots_only: true }) },
      sort_by: [{ field: 'started_at', direction: 'desc' }],
      limit: limit + 1,
      offset: cursor,
      columns: ['id', 'trace_id', 'op_name', 'display_name', 'started_at', 'summary', 'exception'],
      include_costs: true,
    })
    if (calls.length === 0) return 'Nothing matches.'
    const more = calls.length > limit ? [`… more: call again with cursor ${cursor + limit}`] : []
    return [...calls.slice(0, limit).map((call) => lineOf(call, level === 'calls')), ...more].join('\n')
  },
})

const PREVIEW_CHARS = 160

function lineOf(call: CallRecord, isCall: boolean): string {
  const { tokens, cost } = usageOf(call)
  return [
    call.started_at,
    statusOf(call),
    durationText(latencyOf(call)),
    tokens === undefined ? '' : `${countText(tokens)} tokens`,
    moneyText(cost),
    isCall ? `call ${call.id} of trace ${call.trace_id}` : `trace ${call.trace_id}`,
    callName(call),
    previewOf(call).replace(/\s+/g, ' ').slice(0, PREVIEW_CHARS),
  ]
    .filter((text) => text !== '')
    .join('  ')
}

const outline = tool({
  name: 'trace_outline',
  title: 'Read a trace as an outline',
  description:
    'Shows the calls of one trace as an indented tree, one per line: name, what is not a success, latency, model, tokens, cost, call id. Takes a trace id or the id of any call in it. Read single calls with read_call.',
  input: Type.Object({ id: Type.String({ maxLength: 500 }), cursor: Cursor }),
  async run({ client, projectId }, { id, cursor }) {
    const tree = await readTrace(client, projectId, id)
    const lineAt = (position: number) => {
      const line = outlineLine(tree, position)
      return `${'  '.repeat(Math.min(line.depth, 30))}${line.name}  ${figuresText(line)}  ${line.id}`
    }
    return `${traceTitle(tree)}\n${pageOf(tree.count, lineAt, cursor)}`
  },
})

const readCall = tool({
  name: 'read_call',
  title: "Read a call's messages",
  description:
    'Shows one call in full: its error, the messages or inputs it got, its settings and tools, and what it answered. Long calls come in pages.',
  input: Type.Object({ id: Type.String({ maxLength: 500 }), cursor: Cursor }),
  async run({ client, projectId }, { id, cursor }) {
    const filter = { call_ids: [id] }
    const columns = ['id', 'trace_id', 'op_name', 'display_name', 'started_at', 'summary', 'exception']
    const [{ calls }, read] = await Promise.all([
      client.call(queryCalls, { project_id: projectId, filter, columns, include_costs: true }),
      client.call(readCallMessages, { project_id: projectId, ids: [id] }),
    ])
    const [call] = calls
    const [messages] = read.calls
    if (!call || !messages) throw new ToolError(`There is no call ${id} in ${projectId}`)
    const exception = call.exception ? `\n\n## error\n${call.exception}` : ''
    return pageOfText(`${lineOf(call, true)}${exception}\n\n${messagesText(messages)}`, cursor)
  },
})

const compare = tool({
  name: 'compare',
  title: 'Compare two traces or evaluation runs',
  description:
    'Compares two traces, or two evaluation runs, given by id: latency, tokens, cost, errors and scores of both, then the calls or examples that differ. The first one is the baseline.',
  input: Type.Object({
    a: Type.String({ maxLength: 500 }),
    b: Type.String({ maxLength: 500 }),
    cursor: Cursor,
  }),
  run: async ({ client, projectId }, { a, b, cursor }) =>
    pageOfLines(diffLines(await readDiff(client, projectId, a, b)), cursor),
})

export const traceTools: readonly Tool[] = [findTraces, outline, readCall, compare]
