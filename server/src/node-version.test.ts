import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { nodeProblem } from './node-version.ts'

test.each(['12.22.12', '18.20.8', '20.18.3', '20.9.0'])(
  'Node %s is refused with what is needed',
  (version) => {
    expect(nodeProblem(version)).toContain(
      `Heddle needs Node ${manifest.engines.node.replace('>=', '')} or later`,
    )
  },
)

test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('Node %s is accepted', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})
