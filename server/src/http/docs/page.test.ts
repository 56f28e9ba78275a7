import { expect, test } from 'vitest'
import { endpoints } from '../../testing/endpoints.ts'
import { startService } from '../../testing/service.ts'
import { docsPage } from './page.ts'

const operations = endpoints.map((endpoint) => ({
  endpoint,
  gate: { access: 'read', projects: () => [] } as const,
  run: async () => undefined,
}))

test('the page describes every endpoint and loads no other resource', () => {
  const page = docsPage(operations)

  for (const { summary, path } of endpoints) {
    expect(page).toContain(path.replace(/[{}]/g, (brace) => (brace === '{' ? '<em>{' : '}</em>')))
    expect(page).toContain(summary.replaceAll("'", '&#39;'))
  }
  expect(page).not.toMatch(/<script|<link|src=|@import|https?:\/\//)
})

test('descriptions are escaped', () => {
  const [first] = operations
  const summary = '<img src=x onerror="alert(1)">'

  const page = docsPage([{ ...Object(first), endpoint: { ...Object(first?.endpoint), summary } }])

  expect(page).not.toContain('<img')
})

test('the content security policy forbids loading anything else', async () => {
  const service = await startService()

  const { headers } = await service.get('/docs', { key: null })

  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-content-type-options': 'nosniff',
  })
})
