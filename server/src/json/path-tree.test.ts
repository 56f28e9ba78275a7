import { expect, test } from 'vitest'
import { pathTree, stringsAt } from './path-tree.ts'

const found = (text: string, ...paths: string[]) =>
  stringsAt(text, pathTree(paths.map((path) => path.split('.')))).map(({ span }) => text.slice(...span))

test('the strings at the ends of several paths are found in one walk, from left to right', () => {
  const text = '{"b":["x",{"c":"y"}],"a":"z","d":{"c":"no"}}'

  expect(found(text, 'a', 'b.1.c', 'b.0', 'd', 'e.f', 'b.9')).toEqual(['"x"', '"y"', '"z"'])
})

test('a path and one that goes on from it are both followed', () => {
  expect(found('{"a":{"b":"x"}}', 'a', 'a.b')).toEqual(['"x"'])
  expect(found('{"a":"x"}', 'a', 'a.b')).toEqual(['"x"'])
})

test('of a key given twice only the last is found', () => {
  expect(found('{"a":"x","b":"y","a":"z"}', 'a', 'b')).toEqual(['"y"', '"z"'])
  expect(found('{"a":"x","a":1}', 'a')).toEqual([])
})

test('an index is a key in an object', () => {
  expect(found('{"0":"x"}', '0')).toEqual(['"x"'])
  expect(found('["x","y"]', '01')).toEqual(['"y"'])
})
