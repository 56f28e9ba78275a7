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

  expect(rankCommands('', [general, ...commands]).close).toEqual([...commands, general])
})

test('commands that start with the text come first, then those with a word that does', () => {
  const titles = rankCommands('to', commands).close.map(({ title }) => title)

  expect(titles).toEqual(['Toggle theme', 'Go to traces', 'Go to costs'])
})

test('scattered letters match in order, apart from whole matches', () => {
  const { close, scattered } = rankCommands('gtc', commands)

  expect(close).toEqual([])
  expect(scattered.map(({ title }) => title)).toEqual(['Go to costs', 'Go to traces'])
  expect(rankCommands('zzz', commands)).toEqual({ close: [], scattered: [] })
})

function named(title: string): Command {
  return { id: title, title, group: 'Pages', run: () => {} }
}
