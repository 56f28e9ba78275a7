import { expect, test } from 'vitest'
import { refsIn } from './refs-in.ts'
import { callSnippets } from './snippets.ts'

test('refs are found wherever they are mentioned, once each', () => {
  const json = '{"a":"weave:///t/p/object/x:1","b":["weave:///t/p/object/x:1","see weave:///t/p/op/y:2 too"]}'

  expect(refsIn(json).map(({ ref }) => ref.name)).toEqual(['x', 'y'])
})

test('snippets name the server, the project and the call', () => {
  for (const { code } of callSnippets('http://localhost:6345', 'team/app', 'c1')) {
    expect(code).toContain('http://localhost:6345')
    expect(code).toContain('team/app')
    expect(code).toContain('c1')
  }
})

test('a quote in a name does not end the shell’s', () => {
  const curl = callSnippets('http://h', "te'am/app", 'c1').at(-1)

  expect(curl?.code).toContain("te'\\''am")
})
