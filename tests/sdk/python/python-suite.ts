import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import type { SdkServer } from '../sdk-server.ts'
import { type SdkSuite, sdkSuite } from '../sdk-suite.ts'
import { environments } from './environments.mjs'

export interface PythonRun {
  readonly version: string
  /** What sets this run apart from the default of its version. */
  readonly variant?: string
  readonly modules: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly pausesFor?: (server: SdkServer) => Readonly<Record<string, () => Promise<void>>>
}

const RUNNER = fileURLToPath(new URL('run_scenarios.py', import.meta.url))

/** The tests that `define` makes, after the scenarios of the run's modules ran in one process. */
export function describePythonSdk(run: PythonRun, define: (suite: SdkSuite) => void): void {
  const { version, variant, modules, environment, pausesFor } = run
  const found = environments.find((candidate) => candidate.version === version)
  const column = variant === undefined ? version : `${version}, ${variant}`
  if (!found?.isPrepared) {
    const reason = `no virtual environment with weave ${version}: run node tests/sdk/python/prepare.mjs`
    console.warn(`SKIPPED: the suites of the Python SDK ${column}: ${reason}`)
  }

  describe.skipIf(!found?.isPrepared)('Python SDK', () => {
    describe(column, () => {
      define(sdkSuite((server) => ({
        command: found?.python ?? 'python3',
        args: [RUNNER, ...modules],
        environment: { WEAVE_PRINT_CALL_LINK: 'false', PYTHONDONTWRITEBYTECODE: '1', ...environment },
        ...(pausesFor && { pauses: pausesFor(server) }),
      })))
    })
  })
}
