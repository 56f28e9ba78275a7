import { expect, test } from 'vitest'
import { type Command, CommandRegistry, rankCommands } from './commands.ts'

test('of two commands with the same keys the later answers, and leaves the earlier behind', () => {
  const registry = new CommandRegistry()
  registry.add([command('page', 'j')])
  const removePeek = registry.add([command('peek', 'j')])

  expect(registry.forKeys('j')?.id).toBe('peek')
  removePeek()

  expect(registry.forKeys('j')?.id).toBe('page')
})

test('listeners hear of commands that come and go', () => {
  const registry = new CommandRegistry()
  const counts: number[] = []
  registry.subscribe(() => counts.push(registry.all().length))

  registry.add([command('a'), command('b')])()

  expect(counts).toEqual([2, 0])
})

function command(id: string, keys?: string): Command {
  return { id, title: id, group: 'Test', ...(keys && { keys }), run: () => {} }
}

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
