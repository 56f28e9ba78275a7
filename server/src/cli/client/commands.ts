import type { Command } from '../command.ts'
import type { Source } from './import/source.ts'

/** Flags of every command that talks to a server. */
export const SERVER = {
  url: { type: 'string', value: 'URL', help: 'The server; HEDDLE_URL, or the one on the data folder' },
} as const

const PROJECT = {
  ...SERVER,
  project: { type: 'string', value: 'ENTITY/PROJECT', help: 'HEDDLE_PROJECT, or the only one' },
} as const

const FORMATS = {
  json: { type: 'boolean', help: 'Print one JSON array' },
  ndjson: { type: 'boolean', help: 'Print one JSON object per line' },
  csv: { type: 'boolean', help: 'Print comma-separated values' },
} as const

const PAGE = {
  limit: { type: 'string', value: 'N|all', help: 'How many rows (50 in a table, else all)' },
  cursor: { type: 'string', value: 'CURSOR', help: 'Start where the previous page ended' },
} as const

const RANGE = {
  since: { type: 'string', value: 'TIME', help: 'Not before: 1d, 2h, 2026-01-31 or 2026-01-31T10:00' },
  until: { type: 'string', value: 'TIME', help: 'Before' },
} as const

const CALLS = {
  ...PROJECT,
  ...RANGE,
  sort: { type: 'string', value: 'FIELD[:asc]', help: 'started, ended, latency, name or a path (started)' },
  columns: { type: 'string', value: 'A,B', help: 'Only these fields, in JSON' },
  ...PAGE,
  ...FORMATS,
} as const

const FILTER_HELP = [
  'FILTER is what the search bar of the UI takes: status:error latency:>2s model:gpt-* inputs.question:refund "some text".',
  'Quote it for the shell. docs/guide/client.md has the whole language.',
]

const IMPORT_RANGE_FLAGS = {
  ...SERVER,
  project: { ...PROJECT.project, isRequired: true, help: 'Where it goes' },
  ...RANGE,
} as const

const IMPORT = {
  ...IMPORT_RANGE_FLAGS,
  'source-project': { type: 'string', value: 'NAME', help: 'The project or experiment to copy' },
} as const

const IMPORT_HELP = [
  'What is there already is skipped: an import that was interrupted continues when it is run again. docs/guide/import.md says more.',
]

/** Commands that read from a server. What they do is loaded when they run: the server starts faster without it. */
export const clientCommands: readonly Command[] = [
  {
    words: ['projects'],
    parameters: [],
    flags: { ...SERVER, limit: PAGE.limit, ...FORMATS },
    summary: 'List projects',
    run: async (invocation) => (await import('./projects.ts')).listProjects(invocation),
  },
  {
    words: ['traces'],
    parameters: ['[FILTER]'],
    flags: CALLS,
    summary: 'Find traces, newest first',
    details: FILTER_HELP,
    run: async (invocation) => (await import('./calls.ts')).listTraces(invocation),
  },
  {
    words: ['trace'],
    parameters: ['ID'],
    flags: { ...PROJECT, ...FORMATS },
    summary: 'Show a trace as an outline, or all its calls with --json',
    details: ['ID is that of the trace or of any call in it.'],
    run: async (invocation) => (await import('./trace.ts')).showTrace(invocation),
  },
  {
    words: ['calls'],
    parameters: ['[FILTER]'],
    flags: CALLS,
    summary: 'Find calls, newest first',
    details: FILTER_HELP,
    run: async (invocation) => (await import('./calls.ts')).listCalls(invocation),
  },
  {
    words: ['tail'],
    parameters: ['[FILTER]'],
    flags: {
      ...PROJECT,
      running: { type: 'boolean', help: 'Also print calls when they start' },
      limit: { type: 'string', value: 'N', help: 'Stop after this many (never)' },
      ndjson: FORMATS.ndjson,
    },
    summary: 'Print calls as they end, until Ctrl-C',
    details: FILTER_HELP,
    run: async (invocation) => (await import('./tail.ts')).tailCalls(invocation),
  },
  {
    words: ['threads'],
    parameters: [],
    flags: { ...PROJECT, ...RANGE, ...PAGE, ...FORMATS },
    summary: 'List conversations, most recent first',
    run: async (invocation) => (await import('./threads.ts')).listThreads(invocation),
  },
  {
    words: ['evals'],
    parameters: [],
    flags: { ...PROJECT, limit: PAGE.limit, ...FORMATS },
    summary: 'List runs of evaluations with their scores, newest first',
    run: async (invocation) => (await import('./evals.ts')).listEvals(invocation),
  },
  {
    words: ['feedback'],
    parameters: [],
    flags: {
      ...PROJECT,
      call: { type: 'string', value: 'ID', help: 'Only feedback on this call' },
      type: {
        type: 'string',
        value: 'TYPE',
        help: 'Only this type; wandb.runnable.* for those that start so',
      },
      ...RANGE,
      ...PAGE,
      ...FORMATS,
    },
    summary: 'List feedback, newest first',
    run: async (invocation) => (await import('./feedback.ts')).listFeedback(invocation),
  },
  {
    words: ['cost'],
    parameters: ['[FILTER]'],
    flags: {
      ...PROJECT,
      by: { type: 'string', value: 'GROUP', help: 'model, op, user or account (model)' },
      ...RANGE,
      limit: PAGE.limit,
      ...FORMATS,
    },
    summary: 'Show tokens and cost',
    details: FILTER_HELP,
    run: async (invocation) => (await import('./cost.ts')).showCost(invocation),
  },
  {
    words: ['diff'],
    parameters: ['A', 'B'],
    flags: {
      ...PROJECT,
      'fail-on': {
        type: 'string',
        value: 'LIMITS',
        help: "Exit with 1 if exceeded: 'score.exactness<-0.02,cost>+10%,latency.p95>+20%,errors>0'",
      },
      markdown: { type: 'boolean', help: 'Print Markdown, for a comment on a pull request' },
      json: { type: 'boolean', help: 'Print one JSON object' },
    },
    summary: 'Compare two traces or two evaluation runs',
    details: [
      'A and B are ids of traces, of calls in them, or of evaluation runs. Calls are paired as in the UI.',
      'Limits with a sign are about the change from A to B, in percent of A if they end in %; others about B.',
    ],
    run: async (invocation) => (await import('./diff.ts')).showDiff(invocation),
  },
  {
    words: ['mcp'],
    parameters: [],
    flags: PROJECT,
    summary: 'Serve the Model Context Protocol on standard input and output, for coding agents',
    details: [
      'Tools find and read traces, calls, errors, cost, datasets and evaluation runs, and leave feedback if the key may write.',
      'A server offers the same over HTTP, at /mcp. docs/guide/mcp.md has the set-up of common agents.',
    ],
    run: async (invocation) => (await import('./mcp.ts')).serveMcp(invocation),
  },
  {
    words: ['sql'],
    parameters: ['SQL'],
    flags: {
      ...PROJECT,
      ...RANGE,
      limit: { ...PAGE.limit, help: 'How many rows, up to 10000 (50 in a table)' },
      ...FORMATS,
    },
    summary: 'Ask a question in SQL',
    details: [
      'One SELECT of SQLite on calls, traces, usage, feedback and objects of the project: docs/guide/sql.md has their columns.',
      "heddle sql 'select model, sum(output_tokens) from usage group by model' --since 7d",
    ],
    run: async (invocation) => (await import('./sql.ts')).askSql(invocation),
  },
  {
    words: ['import', 'otlp'],
    parameters: ['FILE'],
    flags: { ...SERVER, project: { ...PROJECT.project, isRequired: true, help: 'Where the spans go' } },
    summary: 'Send a file of OpenTelemetry spans in JSON to a server',
    details: [
      'The file has one OTLP export per line, as the file exporter of the collector writes it, or one document.',
      'Sending a file again stores nothing twice. Spans whose resource names a project go there.',
    ],
    run: async (invocation) => (await import('./import/otlp.ts')).importOtlp(invocation),
  },
  importCommand({
    from: 'phoenix',
    summary: 'Copy the traces, annotations and datasets of an Arize Phoenix server',
    details: 'PHOENIX_API_KEY is sent if it is set. A file has spans as its API returns them.',
    load: async () => (await import('./import/phoenix.ts')).phoenix,
  }),
  importCommand({
    from: 'mlflow',
    summary: 'Copy the traces, assessments and datasets of an MLflow tracking server',
    details:
      'MLFLOW_TRACKING_TOKEN, or _USERNAME and _PASSWORD, are sent if they are set. A file has traces as Trace.to_json() writes them.',
    load: async () => (await import('./import/mlflow.ts')).mlflow,
  }),
  importCommand({
    from: 'langfuse',
    flags: IMPORT_RANGE_FLAGS,
    summary: 'Copy the traces, scores and datasets of a Langfuse project',
    details:
      'LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY choose the project. A file has traces as GET /api/public/traces/ID returns them.',
    load: async () => (await import('./import/langfuse.ts')).langfuse,
  }),
  importCommand({
    from: 'weave',
    summary: 'Copy the calls, objects, datasets and feedback of a W&B Weave project',
    details:
      'URL is https://trace.wandb.ai, or that of another Heddle; WANDB_API_KEY is a key of it. A file has calls as /calls/stream_query returns them.',
    load: async () => (await import('./import/weave.ts')).weave,
  }),
]

interface ImportCommand extends Partial<Pick<Command, 'flags'>>, Pick<Command, 'summary'> {
  readonly from: string
  readonly details: string
  load(): Promise<Source>
}

function importCommand({ from, flags = IMPORT, summary, details, load }: ImportCommand): Command {
  return {
    words: ['import', from],
    parameters: ['URL|FILE'],
    flags,
    summary,
    details: [details, ...IMPORT_HELP],
    async run(invocation) {
      const { importFrom } = await import('./import/import.ts')
      await importFrom(invocation, await load())
    },
  }
}
