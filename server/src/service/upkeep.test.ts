import { setRetention } from '@heddle/contract/projects'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { nowMicros } from '../clock.ts'
import { finished, idsOf, recordFinished } from '../testing/builders.ts'
import { newProject } from '../testing/objects.ts'
import { startService } from '../testing/service.ts'
import { formatDateTime, MICROS_PER_DAY } from '../time.ts'
import { startUpkeep } from './upkeep.ts'

test('a start with the clock 40 days ahead keeps everything, and warns with the numbers', async () => {
  const service = await startService()
  const project_id = newProject()
  const started_at = formatDateTime(nowMicros())
  await recordFinished(
    service,
    ...Array.from({ length: 101 }, (_, at) => finished(project_id, `c${at}`, { started_at })),
  )
  await service.call(setRetention, { project_id, retention_days: 30 })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })

  const stop = startUpkeep(service.storage, log, () => nowMicros() + 40 * MICROS_PER_DAY)
  await expect.poll(() => lines).toHaveLength(1)
  await stop()

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, project_id, calls: 101, agent_spans: 0 })
  expect(await idsOf(service, project_id)).toHaveLength(101)
})
