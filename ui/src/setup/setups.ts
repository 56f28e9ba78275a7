import type { Snippet } from '../components/CodeBlock.tsx'

/** One way to send calls to this server: blocks to paste, in order. */
export interface Setup {
  readonly id: SetupId
  readonly title: string
  readonly steps: readonly Snippet[]
}

export type SetupId = 'python' | 'node' | 'otlp' | 'curl'

/** Values inserted into the snippets. */
export interface SetupFacts {
  /** URL of this server. */
  readonly origin: string
  /** The user's API key, if known. */
  readonly apiKey?: string | undefined
  readonly projectId?: string | undefined
}

interface Filled {
  readonly origin: string
  readonly apiKey: string
  readonly projectId: string
}

/** Ways to send a first call. */
export function setupsFor({ origin, apiKey = 'YOUR_API_KEY', projectId = 'team/app' }: SetupFacts): Setup[] {
  const filled = { origin, apiKey, projectId }
  return [python(filled), node(filled), otlp(filled), curl(filled)]
}

function python(facts: Filled): Setup {
  return {
    id: 'python',
    title: 'Python',
    steps: [
      {
        title: 'Environment',
        code: lines(
          ...sdkEnvironment(facts),
          'export WANDB_ERROR_REPORTING=false',
          `export WEAVE_SERVER_CACHE_DIR="$HOME/.cache/heddle-${folderName(facts.origin)}"`,
        ),
      },
      { title: 'Install', code: 'pip install weave' },
      {
        title: 'hello.py',
        language: 'python',
        code: lines(
          'import weave',
          '',
          `weave.init("${facts.projectId}")`,
          '',
          '@weave.op',
          'def answer(question: str) -> str:',
          '    return "4"',
          '',
          'answer("What is 2 + 2?")',
        ),
      },
    ],
  }
}

function node(facts: Filled): Setup {
  return {
    id: 'node',
    title: 'Node',
    steps: [
      { title: 'Environment', code: lines(...sdkEnvironment(facts)) },
      { title: 'Install', code: 'npm install weave' },
      {
        title: 'hello.mjs',
        language: 'typescript',
        code: lines(
          "import * as weave from 'weave'",
          '',
          `await weave.init('${facts.projectId}')`,
          '',
          'const answer = weave.op(async function answer(question) {',
          "  return '4'",
          '})',
          '',
          "await answer('What is 2 + 2?')",
        ),
      },
    ],
  }
}

function otlp({ origin, apiKey, projectId }: Filled): Setup {
  return {
    id: 'otlp',
    title: 'OpenTelemetry',
    steps: [
      {
        title: 'Environment of any OTLP exporter',
        code: lines(
          `export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/otel/v1/traces`,
          'export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf',
          `export OTEL_EXPORTER_OTLP_TRACES_HEADERS="wandb-api-key=${apiKey},project_id=${encodeURIComponent(projectId)}"`,
        ),
      },
    ],
  }
}

function curl({ origin, apiKey, projectId }: Filled): Setup {
  return {
    id: 'curl',
    title: 'curl',
    steps: [
      {
        title: 'Environment',
        code: lines(`export HEDDLE_URL=${origin}`, `export HEDDLE_API_KEY=${apiKey}`),
      },
      {
        title: 'Write a call',
        code: lines(
          'NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)',
          'curl -sS -u "api:$HEDDLE_API_KEY" "$HEDDLE_URL/call/upsert_batch" \\',
          "  -H 'content-type: application/json' -d '{\"batch\": [",
          `    {"mode": "start", "req": {"start": {"project_id": "${projectId}", "id": "first-call",`,
          '      "trace_id": "first-trace", "op_name": "answer", "started_at": "\'$NOW\'",',
          '      "attributes": {}, "inputs": {"question": "What is 2 + 2?"}}}},',
          `    {"mode": "end", "req": {"end": {"project_id": "${projectId}", "id": "first-call",`,
          '      "ended_at": "\'$NOW\'", "output": "4", "summary": {}}}}',
          "  ]}'",
        ),
      },
      {
        title: 'Read it back',
        code: lines(
          'curl -sS -u "api:$HEDDLE_API_KEY" "$HEDDLE_URL/call/read" \\',
          "  -H 'content-type: application/json' \\",
          `  -d '{"project_id": "${projectId}", "id": "first-call"}'`,
        ),
      },
    ],
  }
}

const sdkEnvironment = ({ origin, apiKey }: Filled): string[] => [
  `export WANDB_BASE_URL=${origin}`,
  `export WF_TRACE_SERVER_URL=${origin}`,
  `export WANDB_API_KEY=${apiKey}`,
]

/** The SDK's cache does not tell servers apart, so each server gets a folder of its own. */
const folderName = (origin: string): string => new URL(origin).host.replace(/[^\w.-]+/g, '-')

const lines = (...all: string[]): string => all.join('\n')
