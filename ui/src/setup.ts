/** One way to send calls to this server: blocks to paste, in order. */
export interface Setup {
  readonly id: string
  readonly title: string
  readonly steps: readonly Step[]
}

interface Step {
  readonly title: string
  readonly code: string
}

/** The ways to send a first call to the server at `origin`. */
export function setupsFor(origin: string): Setup[] {
  return [python(origin), node(origin), curl(origin)]
}

function python(origin: string): Setup {
  return {
    id: 'python',
    title: 'Python',
    steps: [
      {
        title: 'Environment',
        code: lines(
          ...sdkEnvironment(origin),
          'export WANDB_ERROR_REPORTING=false',
          `export WEAVE_SERVER_CACHE_DIR="$HOME/.cache/heddle-${folderName(origin)}"`,
        ),
      },
      { title: 'Install', code: 'pip install weave' },
      {
        title: 'hello.py',
        code: lines(
          'import weave',
          '',
          'weave.init("team/app")',
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

function node(origin: string): Setup {
  return {
    id: 'node',
    title: 'Node',
    steps: [
      { title: 'Environment', code: lines(...sdkEnvironment(origin)) },
      { title: 'Install', code: 'npm install weave' },
      {
        title: 'hello.mjs',
        code: lines(
          "import * as weave from 'weave'",
          '',
          "await weave.init('team/app')",
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

function curl(origin: string): Setup {
  return {
    id: 'curl',
    title: 'curl',
    steps: [
      {
        title: 'Environment',
        code: lines(`export HEDDLE_URL=${origin}`, 'export HEDDLE_API_KEY=YOUR_API_KEY'),
      },
      {
        title: 'Write a call',
        code: lines(
          'curl -sS -u "api:$HEDDLE_API_KEY" "$HEDDLE_URL/call/upsert_batch" \\',
          "  -H 'content-type: application/json' -d '{\"batch\": [",
          '    {"mode": "start", "req": {"start": {"project_id": "team/app", "id": "first-call",',
          '      "trace_id": "first-trace", "op_name": "answer", "started_at": "2025-03-01T10:00:00Z",',
          '      "attributes": {}, "inputs": {"question": "What is 2 + 2?"}}}},',
          '    {"mode": "end", "req": {"end": {"project_id": "team/app", "id": "first-call",',
          '      "ended_at": "2025-03-01T10:00:01Z", "output": "4", "summary": {}}}}',
          "  ]}'",
        ),
      },
      {
        title: 'Read it back',
        code: lines(
          'curl -sS -u "api:$HEDDLE_API_KEY" "$HEDDLE_URL/call/read" \\',
          "  -H 'content-type: application/json' \\",
          '  -d \'{"project_id": "team/app", "id": "first-call"}\'',
        ),
      },
    ],
  }
}

const sdkEnvironment = (origin: string): string[] => [
  `export WANDB_BASE_URL=${origin}`,
  `export WF_TRACE_SERVER_URL=${origin}`,
  'export WANDB_API_KEY=YOUR_API_KEY',
]

/** The SDK's cache does not tell servers apart, so each server gets a folder of its own. */
const folderName = (origin: string): string => new URL(origin).host.replace(/[^\w.-]+/g, '-')

const lines = (...all: string[]): string => all.join('\n')
