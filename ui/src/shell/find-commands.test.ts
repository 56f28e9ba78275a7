import { tokenize } from '@heddle/contract/filter/tokenize'
import { expect, test } from 'vitest'
import { findCommands } from './find-commands.ts'

const found = (text: string, projectId: string | undefined = 'team/app') => {
  const visited: string[] = []
  const commands = findCommands(projectId, text, (path) => visited.push(path))
  for (const command of commands) command.run()
  return visited
}

test('text is searched in the calls of the project', () => {
  expect(found(' rate limit ')).toEqual(['/team/app/weave/traces?filter=%22rate+limit%22'])
})

test.each(['https://example.com', '-foo', 'OR', 'say "hi"', '5" tap'])('%s is searched literally', (text) => {
  const [path = ''] = found(text)
  const filter = new URLSearchParams(path.split('?')[1]).get('filter') ?? ''

  expect(tokenize(filter)).toMatchObject([{ kind: 'word', value: text }])
})

test('a likely id is opened first', () => {
  expect(found('01a1deb6-a42a')).toEqual([
    '/team/app/weave/calls/01a1deb6-a42a',
    '/team/app/weave/traces?filter=01a1deb6-a42a',
  ])
  expect(found('customer-7')[0]).toBe('/team/app/weave/traces?filter=customer-7')
})

test('there are no results without a project or a text', () => {
  expect(found('')).toEqual([])
  expect(findCommands(undefined, 'refund', () => {})).toEqual([])
})
