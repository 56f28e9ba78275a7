import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startService } from '../testing/service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const asPerson = { key: null, headers: { accept: 'text/html,*/*' } }
const asProgram = { key: null, headers: { accept: '*/*' } }

function builtUi(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'ui/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'ui/index.html'), '<!doctype html>page')
  writeFileSync(join(folder, 'ui/assets/app-1a2b.js'), 'code()')
  return join(folder, 'ui')
}

test('the page and its assets are public, and only the assets are cached forever', async () => {
  const service = await startService({ uiFolder: builtUi() })

  const page = await service.get('/', asPerson)
  const asset = await service.get('/assets/app-1a2b.js', asProgram)

  expect(page).toMatchObject({
    status: 200,
    body: '<!doctype html>page',
    headers: {
      'content-security-policy': expect.not.stringMatching(/unsafe-|\*|https?:/),
      'cache-control': 'public, max-age=0',
    },
  })
  expect(asset).toMatchObject({
    status: 200,
    body: 'code()',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  })
})

/** The addresses that the SDKs print. */
const PRINTED_LINKS = [
  '/team/app/weave',
  '/team/app/r/call/123',
  '/team/app/weave/objects/o/versions/d',
  '/team/app/weave/ops/o/versions/d',
  '/team/app/weave/leaderboards/l',
  '/team/app/weave/agents/conversations/c%2F1',
  '/my%20team/pr%C3%B6j/weave',
  '/authorize?ref=weave',
]

test.each(PRINTED_LINKS)(
  'a person who follows the link %s gets the page; a program must show a key',
  async (link) => {
    const service = await startService({ uiFolder: builtUi() })

    expect(await service.get(link, asPerson)).toMatchObject({ status: 200, body: '<!doctype html>page' })
    expect(await service.get(link, asProgram)).toMatchObject({ status: 401 })
  },
)

test.each(['/assets/../../secret.txt', '/assets/%2e%2e/%2e%2e/secret.txt', '/assets/missing.js'])(
  '%s is not served',
  async (path) => {
    const service = await startService({ uiFolder: builtUi() })

    const reply = await service.get(path, asProgram)

    expect([401, 403, 404]).toContain(reply.status)
  },
)

test('without a UI, / redirects to the docs', async () => {
  const service = await startService()

  expect(await service.get('/', asPerson)).toMatchObject({ status: 302, headers: { location: '/docs' } })
  expect(await service.get('/team/app/weave', asPerson)).toMatchObject({ status: 404 })
})
