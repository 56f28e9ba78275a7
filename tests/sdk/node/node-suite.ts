import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import type { SdkServer } from '../sdk-server.ts'
import { type SdkSuite, sdkSuite } from '../sdk-suite.ts'

export interface NodeSuite extends SdkSuite {
  /** The older generation lacks some of what the newer one offers. */
  readonly isOlder: boolean
}

const SDKS = [
  { version: '0.11.1', packageName: 'weave-current', isOlder: false },
  { version: '0.9.3', packageName: 'weave-older', isOlder: true },
]
const RUNNER = fileURLToPath(new URL('run-scenarios.mjs', import.meta.url))

type Pauses = Readonly<Record<string, () => Promise<void>>>

/** The tests that `define` makes, once for each generation, after the scenarios of `files` ran. */
export function describeNodeSdks(
  files: readonly string[],
  define: (suite: NodeSuite) => void,
  pausesFor: (server: SdkServer) => Pauses = () => ({}),
): void {
  describe('Node SDK', () => {
    for (const { version, packageName, isOlder } of SDKS) {
      describe(version, () => {
        const suite = sdkSuite((server) => ({
          command: process.execPath,
          args: [RUNNER, packageName, ...files],
          environment: { WEAVE_PRINT_CALL_LINK: 'false' },
          pauses: pausesFor(server),
        }))
        define(Object.assign(suite, { isOlder }))
      })
    }
  })
}
