// Runs the scenarios of the named files, one after another: node run-scenarios.mjs PACKAGE FILE...

import { once } from 'node:events'
import { createRequire } from 'node:module'

const [packageName, ...files] = process.argv.slice(2)
const weave = createRequire(import.meta.url)(packageName)

for (const file of files) {
  const scenarios = await import(new URL(`scenarios/${file}.mjs`, import.meta.url))
  for (const [scenario, run] of Object.entries(scenarios)) await tell(scenario, run)
}
process.exit()

async function tell(scenario, run) {
  try {
    const client = await weave.init(`team/${scenario}`)
    const result = await run({ weave, client, pause })
    await client.waitForBatchProcessing()
    say({ scenario, result: result ?? null })
  } catch (error) {
    say({ scenario, error: String(error?.stack ?? error) })
  }
}

async function pause(name) {
  say({ pause: name })
  await once(process.stdin, 'data')
}

function say(message) {
  process.stdout.write(`@heddle ${JSON.stringify(message)}\n`)
}
