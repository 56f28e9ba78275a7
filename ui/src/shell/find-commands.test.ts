import { expect, test } from 'vitest'
import { tokenize } from '../filter/tokenize.ts'
import { findCommands } from './find-commands.ts'

const found = (text: string, projectId: string | undefined = 'team/app') => {
  const visited: string[] = []
  const commands = findCommands(projectId, text, (path) => visited.push(path))
  for (const command of commands) command.run()
  return visited
}

test('words are searched for in the calls of the project', () => {
  expect(found(' rate limit ')).toEqual(['/team/app/weave/traces?filter=%22rate+limit%22'])
})

test.each(['https://example.com', '-foo', 'OR', 'say "hi"'])('%s is searched for as it stands', (text) => {
  const [path = ''] = found(text)
  const filter = new URLSearchParams(path.split('?')[1]).get('filter') ?? ''

  expect(tokenize(filter)).toMatchObject([{ kind: 'word', value: text }])
})

test('what may be an id may be opened too', () => {
  expect(found('01a1deb6-a42a')).toEqual([
    '/team/app/weave/traces?filter=01a1deb6-a42a',
    '/team/app/weave/calls/01a1deb6-a42a',
  ])
})

test('without a project or a text there is nothing to find', () => {
  expect(found('')).toEqual([])
  expect(findCommands(undefined, 'refund', () => {})).toEqual([])
})
