import { expect, test } from 'vitest'
import { callSnippets } from './snippets.ts'

test('snippets name the server, the project and the call', () => {
  for (const { code } of callSnippets('http://localhost:6345', 'team/app', 'c1')) {
    expect(code).toContain('http://localhost:6345')
    expect(code).toContain('team/app')
    expect(code).toContain('c1')
  }
})

test('quotes in names are escaped for the shell', () => {
  const curl = callSnippets('http://h', "te'am/app", 'c1').at(-1)

  expect(curl?.code).toContain("te'\\''am")
})
