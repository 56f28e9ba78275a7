import { expect, test } from 'vitest'
import { type Command, CommandRegistry, rankCommands } from './commands.ts'

test('the command registered last wins its keys until it is removed', () => {
  const registry = new CommandRegistry()
  registry.add([command('page', 'j')])
  const removePeek = registry.add([command('peek', 'j')])

  expect(registry.forKeys('j')?.id).toBe('peek')
  removePeek()

  expect(registry.forKeys('j')?.id).toBe('page')
})

test('listeners are notified when commands are added and removed', () => {
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

test('an empty query lists pages first and keeps the order', () => {
  const general = { ...named('Use the dark theme'), group: 'General' }

  expect(rankCommands('', [general, ...commands])).toEqual([...commands, general])
})

test('whole words rank before scattered letters', () => {
  const titles = rankCommands('to', commands).map(({ title }) => title)

  expect(titles.slice(0, 3)).toEqual(['Go to traces', 'Go to costs', 'Toggle theme'])
})

test('all letters must occur in order', () => {
  expect(rankCommands('gtc', commands).map(({ title }) => title)).toContain('Go to costs')
  expect(rankCommands('zzz', commands)).toEqual([])
})

function named(title: string): Command {
  return { id: title, title, group: 'Pages', run: () => {} }
}
