import { expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { rankCommands } from './rank.ts'

const commands = ['Go to traces', 'Go to costs', 'Toggle theme', 'Open the dashboard'].map(named)

test('no query keeps every command in its order, after the pages', () => {
  const general = { ...named('Use the dark theme'), group: 'General' }

  expect(rankCommands('', [general, ...commands])).toEqual([...commands, general])
})

test('a word of the title comes before scattered letters', () => {
  const titles = rankCommands('to', commands).map(({ title }) => title)

  expect(titles.slice(0, 3)).toEqual(['Go to traces', 'Go to costs', 'Toggle theme'])
})

test('letters in order are enough, others are not', () => {
  expect(rankCommands('gtc', commands).map(({ title }) => title)).toContain('Go to costs')
  expect(rankCommands('zzz', commands)).toEqual([])
})

function named(title: string): Command {
  return { id: title, title, group: 'Pages', run: () => {} }
}
