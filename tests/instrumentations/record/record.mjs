// Records what libraries export: node tests/instrumentations/record/record.mjs [LIBRARY...]

import '../../../bench/register.mjs'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { formatJson } from './format-json.mjs'
import { startProvider } from './provider/provider.mjs'
import { startRecorder } from './recorder.mjs'

const { startServer } = await import('../../server/server-process.ts')

const run = promisify(execFile)
const SCRIPTS = fileURLToPath(new URL('scripts/', import.meta.url))
const RECORDINGS = fileURLToPath(new URL('../recordings/', import.meta.url))
/** Outlives a run: installing takes longer than recording. */
const ENVIRONMENTS = join(tmpdir(), 'heddle-recording')
const API_KEY = 'r'.repeat(40)
const RUN_MS_MAX = 180_000

/** What libraries offer against phoning home, and a proxy that does not exist for the rest. */
const NO_OUTSIDE_TRAFFIC = {
  DO_NOT_TRACK: 'true',
  TRACELOOP_TELEMETRY: 'false',
  MLFLOW_DISABLE_TELEMETRY: 'true',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
}

const wanted = process.argv.slice(2)
const scripts = readdirSync(SCRIPTS).filter((file) => !file.startsWith('scenario.'))
const chosen = wanted.length === 0 ? scripts : wanted.map(scriptOf)
for (const script of chosen) await record(script)

function scriptOf(library) {
  const script = scripts.find((file) => parse(file).name === library)
  if (!script)
    throw new Error(`there is no library ${library}: ${scripts.map((file) => parse(file).name).join(', ')}`)
  return script
}

async function record(script) {
  const library = parse(script).name
  const dependencies = dependenciesOf(readFileSync(join(SCRIPTS, script), 'utf8'))
  const environment = await prepare(script, dependencies)
  const folder = mkdtempSync(join(tmpdir(), 'heddle-record-'))
  const heddle = await startServer({ data: join(folder, 'data'), apiKey: API_KEY })
  const recorder = await startRecorder(heddle.url)
  const provider = await startProvider((served) => recorder.scenarios.at(-1)?.served.push(served))
  try {
    await runScript(script, environment, folder, variables({ library, folder, recorder, provider }))
    const recording = {
      library,
      dependencies,
      script: `record/scripts/${script}`,
      recorded: new Date().toISOString().slice(0, 10),
      scenarios: recorder.scenarios,
    }
    writeFileSync(
      join(RECORDINGS, `${library}.json`),
      withoutPaths(formatJson(recording), folder, environment),
    )
    console.log(
      `${library}: ${recorder.scenarios.map(({ name, requests }) => `${name} ${requests.length}`).join(', ')}`,
    )
  } finally {
    recorder.close()
    provider.close()
    await heddle.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The list in a script's header, in the form of PEP 723, for Node as well. */
function dependenciesOf(source) {
  const [, list] = /dependencies = \[\n(.*?)\n\W*\]/s.exec(source) ?? []
  return list.split('\n').map((line) => /"(.*)"/.exec(line)[1])
}

/** The folder with a script's packages. Scripts with the same list share one. */
async function prepare(script, dependencies) {
  const isPython = script.endsWith('.py')
  const hash = createHash('sha256').update(JSON.stringify(dependencies)).digest('hex').slice(0, 12)
  const environment = join(ENVIRONMENTS, `${isPython ? 'python' : 'node'}-${hash}`)
  const stamp = join(environment, '.prepared')
  if (existsSync(stamp)) return environment
  console.log(`${script}: installing into ${environment}`)
  rmSync(environment, { recursive: true, force: true })
  mkdirSync(environment, { recursive: true })
  if (isPython) {
    await run('python3', ['-m', 'venv', environment])
    await run(join(environment, 'bin/pip'), ['install', '--quiet', '--prefer-binary', ...dependencies])
  } else {
    writeFileSync(join(environment, 'package.json'), '{}')
    await run('npm', ['install', '--no-audit', '--no-fund', ...dependencies], { cwd: environment })
  }
  writeFileSync(stamp, '')
  return environment
}

/** Runs a copy of the script: under its own name it would hide the package that it imports. */
async function runScript(script, environment, folder, env) {
  const main = `main${parse(script).ext}`
  copyFileSync(join(SCRIPTS, script), join(folder, main))
  const isPython = script.endsWith('.py')
  const helper = isPython ? 'scenario.py' : 'scenario.mjs'
  copyFileSync(join(SCRIPTS, helper), join(folder, helper))
  if (!isPython) symlinkSync(join(environment, 'node_modules'), join(folder, 'node_modules'))
  const command = isPython ? join(environment, 'bin/python') : process.execPath
  const options = { cwd: folder, env, timeout: RUN_MS_MAX, killSignal: 'SIGKILL', maxBuffer: 1e8 }
  const { stdout, stderr } = await run(command, [main], options)
  // Libraries print what they could not do, and go on: look here when something is missing.
  writeFileSync(join(ENVIRONMENTS, `${script}.log`), stdout + stderr)
}

function variables({ library, folder, recorder, provider }) {
  const { PATH } = process.env
  return {
    PATH,
    HOME: folder,
    LIBRARY: library,
    RECORDER_URL: recorder.url,
    HEDDLE_API_KEY: API_KEY,
    OPENAI_BASE_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: 'fake',
    ANTHROPIC_BASE_URL: provider.url,
    ANTHROPIC_API_KEY: 'fake',
    GOOGLE_GEMINI_BASE_URL: provider.url,
    GOOGLE_API_KEY: 'fake',
    ...(library.startsWith('weave') ? weaveVariables(recorder, folder) : otlpVariables(recorder, library)),
    ...NO_OUTSIDE_TRAFFIC,
  }
}

function weaveVariables({ url }, folder) {
  return {
    WANDB_BASE_URL: url,
    WF_TRACE_SERVER_URL: url,
    WANDB_API_KEY: API_KEY,
    WANDB_ERROR_REPORTING: 'false',
    WEAVE_PRINT_CALL_LINK: 'false',
    WEAVE_SERVER_CACHE_DIR: join(folder, 'cache'),
  }
}

function otlpVariables({ url }, library) {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: `wandb-api-key=${API_KEY},project_id=team%2Fapp`,
    OTEL_SERVICE_NAME: library,
  }
}

/** Stack traces name files of this machine; the recording says `/app`. */
function withoutPaths(text, folder, environment) {
  const packages = environment.includes('python-') ? '/app/.venv' : '/app'
  const ownPaths = [
    [folder, '/app'],
    [environment, packages],
    [realpathSync(environment), packages],
    [homedir(), '/home'],
  ]
  return ownPaths.reduce((result, [path, replacement]) => result.replaceAll(path, replacement), text)
}
