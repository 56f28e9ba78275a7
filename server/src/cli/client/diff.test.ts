import { expect, test } from 'vitest'
import { recordSdkEvaluation, type SdkTrial } from '../../testing/evaluations.ts'
import { type Service, startService } from '../../testing/service.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTerminal } from '../../testing/terminal.ts'

const PROJECT = 'team/app'

/** Two runs of three examples, of which the second run gets `lost` wrong. */
async function withRuns(lost: readonly string[]): Promise<Service> {
  const service = await startService()
  const trials = (wrong: readonly string[]): SdkTrial[] =>
    ['a', 'b', '<@ada>'].map((question) => ({
      example: { question },
      output: 'x',
      scores: { exactness: { correct: !wrong.includes(question) } },
    }))
  await recordSdkEvaluation(service, PROJECT, 'run-1', trials([]))
  await recordSdkEvaluation(service, PROJECT, 'run-2', trials(lost))
  return service
}

async function diff(service: Service, ...flags: string[]) {
  const environment = { HEDDLE_URL: await service.listen(), HEDDLE_API_KEY: service.adminKey }
  return openTerminal(temporaryFolder()).runWith(
    { environment },
    ...['diff', 'run-1', 'run-2', '--project', PROJECT, ...flags],
  )
}

test('a score that falls by more than the limit fails the command with the reason', async () => {
  const service = await withRuns(['b'])

  const { code, printed, noted } = await diff(service, '--fail-on', 'score.exactness<-0.02,trials>5')

  expect(code).toBe(1)
  expect(noted.join()).toContain('score.exactness.correct 1 → 0.6667')
  expect(noted.join()).not.toContain('trials')
  expect(printed.filter((line) => line.startsWith('- '))).toEqual([
    '- {"question":"b"}  exactness.correct 1 → 0',
  ])
})

test('runs within the limits end with exit code 0', async () => {
  const service = await withRuns([])

  expect(await diff(service, '--fail-on', 'score.exactness<-0.02,latency.p95>+20%')).toMatchObject({
    code: 0,
  })
})

test('a measure without a value exceeds its limit, and an unknown name is a wrong command line', async () => {
  const service = await withRuns([])

  expect(await diff(service, '--fail-on', 'cost>+10%')).toMatchObject({ code: 1 })
  expect(await diff(service, '--fail-on', 'score.other<-1')).toMatchObject({ code: 2 })
  expect(await diff(service, '--fail-on', 'cost>10%')).toMatchObject({ code: 2 })
})

test('Markdown has the verdict and the table, and no markup or mention from payloads', async () => {
  const service = await withRuns(['<@ada>'])

  const { printed } = await diff(service, '--markdown', '--fail-on', 'score.exactness<-0.5')

  const text = printed.join('\n')
  expect(text).toContain('within the limits')
  expect(text).toContain('| score.exactness.correct | 1 | 0.6667 | (-0.3333, -33%) |')
  expect(text).not.toContain('<@')
  expect(text).not.toContain('@ada')
})
