import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../../testing/http-server.ts'
import { VersionClock } from './rows/version-clock.ts'
import { openSharedClickHouseStorage } from './storage.ts'
import { parseTarget } from './target.ts'

test('the activity of many projects is read a few at a time', async () => {
  let running = 0
  let most = 0
  const ids = Array.from({ length: 100 }, (_, at) => `team/app${at}`)
  const host = await serveHttp(async (request, response) => {
    running++
    most = Math.max(most, running)
    const statement = await text(request)
    await setTimeout(50)
    running--
    const isOfProjects = statement.includes('from projects')
    response.end(
      isOfProjects ? ids.map((project_id) => JSON.stringify({ project_id, settings: [] })).join('\n') : '',
    )
  })
  const target = parseTarget(`clickhouse://${host}/heddle`)
  const versions = new VersionClock().memory
  const storage = openSharedClickHouseStorage({ target, versions, readTimeoutMs: undefined })
  onTestFinished(() => storage.close())

  const activity = await storage.projects.activity(ids, 10)

  expect(activity.map(({ project_id }) => project_id)).toEqual(ids)
  expect(most).toBeLessThanOrEqual(32)
})
