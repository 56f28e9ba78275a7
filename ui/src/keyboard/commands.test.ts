import { expect, test } from 'vitest'
import { type Command, CommandRegistry } from './commands.ts'

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
