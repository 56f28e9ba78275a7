import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GUARANTEES, type Replayed } from './guarantees.ts'
import { notYet } from './not-yet.ts'
import {
  LIBRARIES,
  type NotSent,
  type Recording,
  readExpected,
  readLine,
  readRecording,
  type Scenario,
} from './recordings.ts'
import { type ReplayServer, startReplayServer } from './replay.ts'
import { type Check, instrumentationTable, withTable } from './table.ts'

const GUIDE = fileURLToPath(new URL('../../docs/guide/instrumentations.md', import.meta.url))

let server: ReplayServer
const checks: Check[] = []

beforeAll(async () => {
  server = await startReplayServer()
})
afterAll(() => server.stop())

describe.each(LIBRARIES)('%s', (library) => {
  const recording = readRecording(library)
  const expectations = readExpected(library)

  test('every recorded scenario has its expectations', () => {
    expect(Object.keys(expectations)).toEqual(recording.scenarios.map(({ name }) => name))
  })

  describe.each(recording.scenarios.map(({ name }) => name))('%s', (name) => {
    const scenario = recording.scenarios.find((each) => each.name === name)
    const expected = expectations[name]
    if (!scenario || !expected) return
    const planned = {
      scenario,
      expected,
      lines: expected.tree.map(readLine),
      mayExpect: (what: NotSent) => expected.notSent?.[what] === undefined,
    }
    let replayed: Replayed
    beforeAll(async () => {
      replayed = { ...planned, ...(await replay(recording, scenario)) }
    })

    for (const { guarantee, sentence, concerns = () => true, holds } of GUARANTEES) {
      if (!concerns(planned)) continue
      const reason = notYet(guarantee, library, name)
      const title = reason === undefined ? sentence : `${sentence} (${reason})`
      const check = { library, scenario, guarantee, expected }
      if (reason !== undefined) checks.push({ ...check, outcome: 'not yet' })
      test.skipIf(reason !== undefined)(title, async () => {
        await holds(replayed)
        checks.push({ ...check, outcome: 'kept' })
      })
    }
  })
})

test('the guide says what this run found: npx vitest run tests/instrumentations -u', async () => {
  const page = readFileSync(GUIDE, 'utf8')

  await expect(withTable(page, instrumentationTable(checks))).toMatchFileSnapshot(GUIDE)
})

async function replay(recording: Recording, scenario: Scenario) {
  const replies = await server.replay(recording, scenario)
  const stored = await server.stored(recording, scenario)
  const ids = stored.calls.map(({ id }) => id)
  const readMessages = async () => {
    const messages = await server.messages(recording, scenario, ids)
    return ids.map((id) => messages.find((each) => each.id === id))
  }
  return { replies, stored, readMessages }
}
