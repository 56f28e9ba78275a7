import { expect, test } from 'vitest'
import { inTurns } from '../../turns.ts'
import { withDescendants } from './tree.ts'

const node = (id: string, parent_id: string | null, trace_id = 't') => ({ id, parent_id, trace_id })
const ids = async (wanted: string[], nodes: ReturnType<typeof node>[]) =>
  (await inTurns(withDescendants(wanted, nodes))).map(({ id }) => id).sort()

const TREE = [
  node('root', null),
  node('a', 'root'),
  node('b', 'root'),
  node('a1', 'a'),
  node('a2', 'a'),
  node('a11', 'a1'),
]

test('a call comes with its whole subtree, without parent and siblings', async () => {
  expect(await ids(['a'], TREE)).toEqual(['a', 'a1', 'a11', 'a2'])
})

test('overlapping subtrees are returned once, unknown ids are ignored', async () => {
  expect(await ids(['a', 'a1', 'b', 'nobody'], TREE)).toEqual(['a', 'a1', 'a11', 'a2', 'b'])
  expect(await ids([], TREE)).toEqual([])
})

test('a child in another trace is no descendant', async () => {
  expect(await ids(['root'], [node('root', null), node('stray', 'root', 'other')])).toEqual(['root'])
})

test('cycles of parents and very deep trees come to an end', async () => {
  const circle = [node('x', 'y'), node('y', 'x'), node('self', 'self')]
  const chain = Array.from({ length: 50_000 }, (_, depth) =>
    node(`${depth}`, depth === 0 ? null : `${depth - 1}`),
  )

  expect(await ids(['x'], circle)).toEqual(['x', 'y'])
  expect(await ids(['self'], circle)).toEqual(['self'])
  expect(await inTurns(withDescendants(['0'], chain))).toHaveLength(50_000)
})
