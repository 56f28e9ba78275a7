import { expect, test } from 'vitest'
import { EVERY_CALL, outagesOf } from '../outages.ts'
import { opOf } from '../stored-calls.ts'
import { describePythonSdk } from './python-suite.ts'

for (const version of ['0.54.0', '0.52.10']) {
  describePythonSdk({ version, modules: ['outages'], pausesFor: outagesOf }, (suite) => {
    for (const { scenario, op, outage } of [
      { scenario: 'server_away', op: 'count_while_away', outage: 'stopped for a while' },
      { scenario: 'server_crash', op: 'count_through_crash', outage: 'killed and started again under load' },
    ]) {
      test(`nothing is lost or doubled where the server is ${outage}`, async () => {
        suite.resultOf(scenario)

        const calls = await suite.callsOf('team/app')
        expect(calls.filter((call) => opOf(call) === op).map((call) => call.output)).toEqual(EVERY_CALL)
      })
    }
  })
}
