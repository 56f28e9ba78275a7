import { expect, test } from 'vitest'
import { mayContain, stringsIn } from './strings.ts'
import { JsonText } from './text.ts'

test('strings come in order, without the keys', () => {
  const payload = new JsonText('{"a":"x","b":[1,"y",{"c":"\\u007a\\n"}],"d":null}')

  expect(stringsIn(payload)).toEqual(['x', 'y', 'z\n'])
})

test('a marker may be there when the text has it, or spells letters as escapes', () => {
  expect(mayContain(new JsonText('{"a":"weave:x"}'), 'weave:')).toBe(true)
  expect(mayContain(new JsonText('{"a":"\\u0077eave:x"}'), 'weave:')).toBe(true)
  expect(mayContain(new JsonText('{"a":"\\u4e2d\\u00e9"}'), 'weave:')).toBe(false)
})
