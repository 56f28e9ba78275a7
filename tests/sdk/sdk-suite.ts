import type { CallRecord } from '@heddle/contract/calls'
import type { Client } from '@heddle/contract/client'
import { afterAll, beforeAll } from 'vitest'
import { type ClientProgram, type ClientRun, runClient } from './client-program.ts'
import { openSdkServer, type SdkServer } from './sdk-server.ts'
import { storedCalls } from './stored-calls.ts'

/** One run of scenarios against a server of its own, available in the tests of the suite. */
export interface SdkSuite {
  readonly client: Client
  readonly server: SdkServer
  /** What the scenario read through the SDK. Fails the test if the scenario failed. */
  resultOf(scenario: string): unknown
  callsOf(project_id: string): Promise<CallRecord[]>
}

const SUITE_MS_MAX = 270_000

/** Runs the program of `programFor`, which gets the running server, before the tests of the suite. */
export function sdkSuite(programFor: (server: SdkServer) => Partial<ClientProgram> & Command): SdkSuite {
  let server: SdkServer
  let run: ClientRun

  beforeAll(async () => {
    server = await openSdkServer()
    const { environment, ...program } = programFor(server)
    run = await runClient({
      folder: server.folder,
      environment: { ...server.environment, ...environment },
      ...program,
    })
  }, SUITE_MS_MAX)
  afterAll(() => server.close())

  return {
    get client() {
      return server.client
    },
    get server() {
      return server
    },
    resultOf: (scenario) => run.resultOf(scenario),
    callsOf: (project_id) => storedCalls(server.client, project_id),
  }
}

type Command = Pick<ClientProgram, 'command' | 'args'>
