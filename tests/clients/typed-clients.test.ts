import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { endCall, startCall } from '@heddle/contract/calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openSdkServer, type SdkServer } from '../sdk/sdk-server.ts'
import { python, typescript } from './environments.mjs'

vi.setConfig({ testTimeout: 300_000 })

/** Runs a program. Compilers report errors on standard output. */
async function run(file: string, args: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  try {
    return await promisify(execFile)(file, args, { ...options, maxBuffer: 2 ** 26 })
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`${file} failed: ${said}`, { cause: error })
  }
}

const GUIDE = readFileSync(
  fileURLToPath(new URL('../../docs/guide/typed-clients.md', import.meta.url)),
  'utf8',
)

let server: SdkServer

beforeEach(async () => {
  server = await openSdkServer()
  onTestFinished(() => server.close())
  const project_id = 'team/app'
  const started_at = '2026-01-01T00:00:00Z'
  for (const id of ['good', 'bad']) {
    const start = {
      project_id,
      id,
      trace_id: id,
      op_name: `${id}_op`,
      started_at,
      attributes: {},
      inputs: {},
    }
    await server.client.call(startCall, { start })
    const exception = id === 'bad' ? 'broken' : null
    const end = { project_id, id, ended_at: started_at, summary: {}, output: 1, exception }
    await server.client.call(endCall, { end })
  }
})

/** A program of the guide, with address and key filled in. */
function program(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE)?.[1] ?? ''
  return block
    .replaceAll('http://127.0.0.1:6340', server.url)
    .replaceAll('YOUR_API_KEY', server.environment.WANDB_API_KEY ?? '')
}

test.skipIf(!typescript.isPrepared)(
  'a client that openapi-typescript generates is typed, and works',
  async () => {
    const cwd = server.folder
    symlinkSync(join(typescript.folder, 'node_modules'), join(cwd, 'node_modules'))
    const bin = (name: string) => join(typescript.folder, 'node_modules/.bin', name)
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', outDir: 'out', types: [] }
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
    // These lines only compile if responses have types, rather than `any`.
    const checks = ['data.calls[0]?.op_name', 'data.calls.length > 1', 'answer.data?.columns']
      .map((value, index) => `// @ts-expect-error\nexport const check${index}: bigint = ${value}`)
      .join('\n')
    writeFileSync(join(cwd, 'program.ts'), `${program('ts')}\n${checks}\n`)

    await run(bin('openapi-typescript'), [`${server.url}/openapi.json`, '--output', 'heddle.d.ts'], { cwd })
    await run(bin('tsc'), [], { cwd })
    const { stdout } = await run(process.execPath, ['out/program.js'], { cwd })

    expect(stdout).toMatch(/^bad bad_op 2026-01-01T00:00:00Z\n\d{4}-\S+\n\[ \[ 2 \] \]\n$/)
  },
)

test.skipIf(!python.isPrepared)(
  'a client that openapi-python-client generates is typed, and works',
  async () => {
    const cwd = server.folder
    const bin = (name: string) => join(python.folder, 'bin', name)
    writeFileSync(join(cwd, 'program.py'), program('python'))

    const generate = ['generate', '--url', `${server.url}/openapi.json`, '--meta', 'none']
    const generated = await run(
      bin('openapi-python-client'),
      [...generate, '--output-path', 'heddle_client'],
      {
        cwd,
        env: { ...process.env, PATH: `${join(python.folder, 'bin')}:${process.env.PATH}` },
      },
    )
    // Ignores errors in the generator's own code.
    await run(bin('mypy'), ['--follow-imports=silent', 'program.py'], { cwd })
    const { stdout } = await run(bin('python'), ['program.py'], { cwd })

    expect(generated.stdout + generated.stderr).not.toContain('Endpoint will not be generated')
    expect(stdout).toMatch(/^bad bad_op 2026-01-01T00:00:00\+00:00\n\d{4}-\S+\n\[\[2\]\]\n$/)
  },
)
