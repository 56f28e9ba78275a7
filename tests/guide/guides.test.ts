import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { queryFeedback } from '@heddle/contract/feedback'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replay } from '../import/source-server.ts'
import { environments } from '../sdk/python/environments.mjs'
import { openSdkServer, type SdkServer } from '../sdk/sdk-server.ts'
import { opOf, storedCalls } from '../sdk/stored-calls.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const [newestPython] = environments
const PASTE_MS_MAX = 240_000

vi.setConfig({ testTimeout: PASTE_MS_MAX + 30_000 })

let server: SdkServer

beforeEach(async () => {
  server = await openSdkServer()
  onTestFinished(() => server.close())
})

test.each(['README.md', 'docs/guide/curl.md'])('every curl example of %s works as pasted', async (page) => {
  writeAdminKey()
  const examples = blocksOf(page, 'sh').filter((block) => block.includes('heddle_post'))

  const replies = (await paste(examples.join('\n'))).trim().split('\n')

  expect(replies.length).toBeGreaterThan(3)
  for (const reply of replies) {
    expect(JSON.parse(reply)).not.toHaveProperty('reason')
    expect(JSON.parse(reply)).not.toHaveProperty('detail')
  }
})

test.each(['redaction', 'ui-api', 'otlp'])('every call of curl in %s.md works as pasted', async (page) => {
  writeAdminKey()
  const calls = blocksOf(`docs/guide/${page}.md`, 'sh').filter((block) => block.startsWith('curl '))

  const replies = await Promise.all(calls.map(paste))

  expect(replies.length).toBeGreaterThan(0)
  for (const reply of replies) expect(JSON.parse(reply)).not.toHaveProperty('reason')
})

/** Where the first start of a server leaves the key, below the folder it was started in. */
function writeAdminKey(): void {
  mkdirSync(join(server.folder, 'heddle-data'))
  writeFileSync(join(server.folder, 'heddle-data/admin-key'), `${server.environment.WANDB_API_KEY}\n`)
}

test('the examples of the evaluation guide work as pasted, and compare two runs', async () => {
  const said = await paste(
    [
      'export WF_TRACE_SERVER_URL=http://127.0.0.1:6340 WANDB_API_KEY=YOUR_API_KEY',
      ...blocksOf('docs/guide/evaluations.md', 'sh'),
    ].join('\n'),
  )

  expect(JSON.parse(said)).toMatchObject({ rows: [{ evaluations: [{}, {}] }] })
})

test('every command of the guides for operators works as pasted', async () => {
  const run = `'${join(ROOT, 'node_modules/.bin/heddle')}'`
  const pages = ['users-and-keys', 'backup', 'export', 'retention', 'redaction', 'monitoring']
  const commands = pages
    .flatMap((page) => blocksOf(`docs/guide/${page}.md`, 'sh'))
    .filter((block) => /^(npx heddle|jq) /.test(block))
    .join('\n')
    .replaceAll('npx heddle ', `${run} `)
    .replace('KEY_ID', `$(${run} keys list --ndjson | head -1 | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`)
  symlinkSync(join(server.folder, 'data'), join(server.folder, 'heddle-data'))
  const port = new URL(server.url).port
  await paste(`HEDDLE_API_KEY=YOUR_API_KEY ${run} demo --traces 3 --port ${port}`)
  await server.stop()

  const said = await paste(commands)

  expect(said).toContain('"verified":true')
})

test('every command of the guides for scripts and agents works as pasted', async () => {
  const run = `'${join(ROOT, 'node_modules/.bin/heddle')}'`
  const environment = `export HEDDLE_URL=${server.url} HEDDLE_API_KEY=YOUR_API_KEY HEDDLE_PROJECT=team/app`
  const port = new URL(server.url).port
  await paste(`${environment}\n${run} demo --traces 5 --project team/app --port ${port} --data data`)
  const runs = await paste(`${environment}\n${run} evals --ndjson`)
  const [branch, main] = runs.split('\n').map((line) => (line ? JSON.parse(line).evaluation_run_id : ''))
  // `tail` ends with Ctrl-C only, and the limits of the example may be exceeded.
  const commands = ['client', 'ci', 'sql', 'mcp']
    .flatMap((page) => blocksOf(`docs/guide/${page}.md`, 'sh'))
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx heddle ') && !line.startsWith('npx heddle tail '))
    .map((line) => line.replace('RUN_OF_MAIN', main).replace('RUN_OF_BRANCH', branch))
    .map((line) => (line.startsWith('npx heddle diff ') ? `${line} || [ $? = 1 ]` : line))
    .map((line) =>
      line.startsWith('npx heddle keys ')
        ? `npx heddle users add ada --data data\n${line} --data data`
        : line,
    )
    .map((line) => line.replaceAll(/^npx heddle /gm, `${run} `))

  const said = await paste([environment, ...commands].join('\n'))

  expect(commands.length).toBeGreaterThan(8)
  expect(said).toContain('exactness')
})

test('every command of the import guide works as pasted, with recorded services in place of real ones', async () => {
  const run = `'${join(ROOT, 'node_modules/.bin/heddle')}'`
  const sources = await Promise.all(['phoenix', 'mlflow', 'langfuse'].map(replay))
  onTestFinished(() => Promise.all(sources.map((source) => source.close())).then(() => {}))
  const [phoenix = '', mlflow = '', langfuse = ''] = sources.map(({ url }) => url)
  // One that Python wrote: that command needs a filled MLflow, and is left out.
  writeFileSync(join(server.folder, 'traces.jsonl'), `${JSON.stringify(MLFLOW_TRACE)}\n`)
  const commands = blocksOf('docs/guide/import.md', 'sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx heddle '))
    .join('\n')
    .replaceAll('npx heddle ', `${run} `)
    .replace('http://localhost:6006 --source-project default', `${phoenix} --source-project shop`)
    .replace('http://localhost:5000 --source-project my-experiment', `${mlflow} --source-project shop`)
    .replace('https://cloud.langfuse.com', langfuse)
    .replace('https://trace.wandb.ai --source-project team/app', `${server.url} --source-project demo/shop`)
  const { port } = new URL(server.url)

  await paste(
    [
      `export HEDDLE_URL=${server.url} HEDDLE_API_KEY=YOUR_API_KEY WANDB_API_KEY=YOUR_API_KEY`,
      'export LANGFUSE_PUBLIC_KEY=public LANGFUSE_SECRET_KEY=secret',
      `${run} demo --traces 2 --project demo/shop --port ${port} --data data`,
      commands,
    ].join('\n'),
  )

  const ops = (await storedCalls(server.client, 'team/app')).map(opOf)
  expect(commands).not.toContain('localhost')
  expect(commands.split('\n')).toHaveLength(5)
  expect(ops).toContain('sdk_export')
  expect(new Set(ops).size).toBeGreaterThan(5)
})

/** A trace as `Trace.to_json()` of MLflow writes it. */
const MLFLOW_TRACE = {
  info: { trace_id: 'tr-0024', state: 'OK', trace_metadata: {}, tags: {} },
  data: {
    spans: [
      {
        trace_id: 'ACSpnaZwvLdbqXpeasG78g==',
        span_id: 'ZBiJipS/dHk=',
        parent_span_id: null,
        name: 'sdk_export',
        start_time_unix_nano: 1794831715214957,
        end_time_unix_nano: 1794831715567051,
        events: [],
        links: [],
        status: { code: 'STATUS_CODE_OK', message: '' },
        attributes: { 'mlflow.spanType': '"CHAIN"' },
      },
    ],
  },
}

test('the programs of the Node guide work as pasted', async () => {
  mkdirSync(join(server.folder, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/weave-current'), join(server.folder, 'node_modules/weave'))
  writeFileSync(join(server.folder, 'program.mjs'), blocksOf('docs/guide/node.md', 'js').join('\n'))

  const said = await paste(`${exportsOf('docs/guide/node.md')}\n'${process.execPath}' program.mjs`)

  expect(said).toMatch(/What is 2 \+ 2\?.* 4\n/)
  await expectOneAnswerWithFeedback()
})

test.skipIf(!newestPython?.isPrepared)(
  'the programs of the Python guide work as pasted',
  async () => {
    const programs = blocksOf('docs/guide/python.md', 'python').map((program, index) => {
      writeFileSync(join(server.folder, `program${index}.py`), program)
      return `'${newestPython?.python}' program${index}.py`
    })

    const said = await paste([exportsOf('docs/guide/python.md'), ...programs].join('\n'))

    expect(said).toContain('What is 2 + 2? 4\n')
    await expectOneAnswerWithFeedback()
  },
  60_000,
)

async function expectOneAnswerWithFeedback(): Promise<void> {
  const calls = await storedCalls(server.client, 'team/app')
  const { result } = await server.client.call(queryFeedback, { project_id: 'team/app' })
  expect(calls.map((call) => [opOf(call), call.output])).toEqual([['answer', '4']])
  expect(result.map((row) => row.weave_ref)).toEqual([`weave:///team/app/call/${calls[0]?.id}`])
}

/** Runs lines of a guide with only the address and the key filled in. */
async function paste(lines: string): Promise<string> {
  const script = lines
    .replaceAll('http://127.0.0.1:6340', server.url)
    .replaceAll('YOUR_API_KEY', server.environment.WANDB_API_KEY ?? '')
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: server.folder,
    env: { ...process.env, HOME: server.folder },
    timeout: PASTE_MS_MAX,
  })
  return stdout
}

const exportsOf = (page: string): string =>
  blocksOf(page, 'sh')
    .filter((block) => block.startsWith('export '))
    .join('\n')

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , block]) => block ?? '')
}
