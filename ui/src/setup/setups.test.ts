import { expect, test } from 'vitest'
import { setupsFor } from './setups.ts'

const origin = 'http://10.0.0.5:6340'

test('every setup starts with the URL of this server', () => {
  const firstBlocks = setupsFor({ origin }).map(({ steps }) => steps[0]?.code)

  expect(firstBlocks).toHaveLength(4)
  for (const block of firstBlocks) expect(block).toMatch(/(_URL|_ENDPOINT)=http:\/\/10\.0\.0\.5:6340/)
})

test('a known key and project are filled in everywhere', () => {
  for (const { steps } of setupsFor({ origin, apiKey: 'k3y', projectId: 'acme/bot' })) {
    const code = steps.map((step) => step.code).join('\n')

    expect(code).toContain('k3y')
    expect(code).toMatch(/acme(\/|%2F)bot/)
    expect(code).not.toMatch(/YOUR_API_KEY|team\/app/)
  }
})

test('the Python cache folder differs from server to server', () => {
  const folders = [origin, 'http://10.0.0.5:7000', 'https://[::1]:6340'].map(
    (each) => /WEAVE_SERVER_CACHE_DIR="(.*)"/.exec(setupsFor({ origin: each })[0]?.steps[0]?.code ?? '')?.[1],
  )

  expect(folders).toEqual([
    '$HOME/.cache/heddle-10.0.0.5-6340',
    '$HOME/.cache/heddle-10.0.0.5-7000',
    '$HOME/.cache/heddle--1-6340',
  ])
})

test('curl examples have valid JSON bodies after shell substitution', () => {
  const curl = setupsFor({ origin }).find(({ id }) => id === 'curl')
  const codes = curl?.steps.map(({ code }) => code.replaceAll("'$NOW'", '2025-03-01T10:00:00Z')) ?? []
  const bodies = codes.flatMap((code) => /-d '([^']*)'/.exec(code)?.[1] ?? [])

  expect(bodies).toHaveLength(2)
  for (const body of bodies) expect(JSON.parse(body)).toBeTypeOf('object')
})
