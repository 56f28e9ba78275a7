import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'

const INITS = [
  { title: 'init with an entity', scenario: 'init_with_entity', project: 'house/with-entity' },
  { title: 'init without an entity', scenario: 'init_without_entity', project: 'admin/without-entity' },
  {
    title: 'init with names that a URL must encode',
    scenario: 'init_with_odd_name',
    project: 'my team/pröj x',
  },
  { title: 'init with the base URL alone', scenario: 'base_url_alone', project: 'team/base-url-alone' },
]

export function startGuarantees(suite: SdkSuite): void {
  for (const { title, scenario, project } of INITS) {
    test(`${title} leads to the project`, async () => {
      suite.resultOf(scenario)

      expect(await suite.callsOf(project)).toMatchObject([{ inputs: { n: 1 }, output: 2 }])
    })
  }
}
