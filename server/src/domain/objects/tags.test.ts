import { expect, test } from 'vitest'
import { checkedAliases, checkedTags } from './tags.ts'

test('valid tags are returned in order, without duplicates', () => {
  const tags = checkedTags(['reviewed', 'needs work', 'A-1_b', 'größe', 'reviewed'])

  expect(tags).toEqual(['reviewed', 'needs work', 'A-1_b', 'größe'])
})

test.each(['', ' ', 'two  spaces', ' leading', 'trailing ', 'a/b', 'a.b', 'line\nbreak', 'x'.repeat(257)])(
  'the tag %j is refused',
  (tag) => {
    expect(() => checkedTags(['fine', tag])).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  },
)

test('valid aliases are returned in order, without duplicates', () => {
  const aliases = checkedAliases(['prod', 'version 2.0!', 'v', 'v1b', 'prod', 'x'.repeat(128)])

  expect(aliases).toEqual(['prod', 'version 2.0!', 'v', 'v1b', 'x'.repeat(128)])
})

test.each(['', '  ', 'a/b', 'a:b', 'latest', 'v0', 'v12', 'x'.repeat(129)])(
  'the alias %j is refused',
  (alias) => {
    expect(() => checkedAliases(['fine', alias])).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  },
)

test('a character outside the basic plane counts as one', () => {
  expect(checkedAliases(['👍'.repeat(128)])).toHaveLength(1)
})
