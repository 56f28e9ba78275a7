import { expect, test } from 'vitest'
import { EVERY_CALL, outagesOf } from '../outages.ts'
import { describeNodeSdks } from './node-suite.ts'

describeNodeSdks(
  ['outages'],
  (suite) => {
    for (const { scenario, outage } of [
      { scenario: 'serverAway', outage: 'stopped for a while' },
      { scenario: 'serverCrash', outage: 'killed and started again under load' },
    ]) {
      test(`nothing is lost or doubled where the server is ${outage}`, async () => {
        suite.resultOf(scenario)

        const calls = await suite.callsOf(`team/${scenario}`)
        expect(calls.map((call) => call.output)).toEqual(EVERY_CALL)
      })
    }
  },
  outagesOf,
)
