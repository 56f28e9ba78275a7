import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idsOf } from '../../../testing/builders.ts'
import { serveHttp } from '../../../testing/http-server.ts'
import { startService } from '../../../testing/service.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openTerminal } from '../../../testing/terminal.ts'

const PROJECT = 'team/app'

const SPAN = {
  context: { trace_id: '5b8efff798038103d269b633813fc60c', span_id: 'eee19b7ec3c1b171' },
  name: 'answer',
  start_time: '2026-01-01T00:00:00Z',
  end_time: '2026-01-01T00:00:01Z',
}

/** Imports from a Phoenix with one span, which answers with a status if asked for its datasets. */
async function importWithDatasets(status: number) {
  const host = await serveHttp(({ url = '' }, response) => {
    const data = url.includes('/spans?') ? [SPAN] : []
    response.writeHead(url.startsWith('/v1/datasets') ? status : 200).end(JSON.stringify({ data }))
  })
  const service = await startService()
  const environment = { HEDDLE_URL: await service.listen(), HEDDLE_API_KEY: service.adminKey }
  const { code, noted } = await openTerminal(temporaryFolder()).runWith(
    { environment },
    ...['import', 'phoenix', `http://${host}`, '--source-project', 'shop', '--project', PROJECT],
  )
  return { code, noted, ids: await idsOf(service, PROJECT) }
}

test('what was read before the source failed is stored', async () => {
  const { code, noted, ids } = await importWithDatasets(500)

  expect({ code, ids }).toEqual({ code: 1, ids: [SPAN.context.span_id] })
  expect(noted.at(-1)).toContain('/v1/datasets?limit=100 answers 500')
})

test.each([403, 404])('a part that is answered with %i is reported, the rest imported', async (status) => {
  const { code, noted, ids } = await importWithDatasets(status)

  expect({ code, ids }).toEqual({ code: 1, ids: [SPAN.context.span_id] })
  expect(noted).toContainEqual(expect.stringContaining('Imported 1 calls'))
  expect(noted).toContainEqual(
    expect.stringContaining(`Not stored, 1: datasets: the source answers ${status}`),
  )
})

test.each(['since', 'until', 'source-project'])('--%s is refused for a file', async (flag) => {
  const file = join(temporaryFolder(), 'spans.jsonl')
  writeFileSync(file, JSON.stringify(SPAN))
  const environment = { HEDDLE_URL: 'http://127.0.0.1:9', HEDDLE_API_KEY: 'a-key-of-more-than-twenty' }

  const { code, noted } = await openTerminal(temporaryFolder()).runWith(
    { environment },
    ...['import', 'phoenix', file, '--project', PROJECT, `--${flag}`, '1d'],
  )

  expect(code).toBe(2)
  expect(noted.join()).toContain(`--${flag} is for servers only`)
})
