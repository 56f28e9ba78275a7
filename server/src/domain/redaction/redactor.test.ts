import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { createRedactor } from './redactor.ts'
import { newRedactionRules } from './rule.ts'

type Rules = Parameters<typeof newRedactionRules>[0]

const EMAIL = { name: 'email', pattern: '[\\w.+-]+@[\\w-]+\\.[\\w.-]+' }

/** The text of a payload after the rules were applied to it as inputs. */
function redacted(rules: Rules, text: string): string | undefined {
  return createRedactor(newRedactionRules(rules))?.payload('inputs', new JsonText(text)).text
}

test('without rules there is no redactor', () => {
  expect(createRedactor([])).toBeUndefined()
})

test('the value of a key is replaced, whatever it is, and the mark names the rule', () => {
  const rules = [{ name: 'person', keys: ['patient_name', 'Address'] }]

  expect(
    redacted(rules, '{"patientName":"Ada","n":1.0,"list":[{"ADDRESS":{"street":1}},{"address":7}]}'),
  ).toBe(
    '{"patientName":"[REDACTED:person]","n":1.0,"list":[{"ADDRESS":"[REDACTED:person]"},{"address":"[REDACTED:person]"}]}',
  )
})

test('null and empty text under a key stay', () => {
  const text = '{"a":null,"b":{"a":""}}'

  expect(redacted([{ name: 'a', keys: ['a'] }], text)).toBe(text)
})

test('a dotted key is one key inside another, written either way', () => {
  const rules = [{ name: 'user', keys: ['user.id'] }]

  expect(
    redacted(rules, '{"user":{"id":1},"user.id":2,"id":3,"app":{"user":[{"ID":4}]},"superuser":{"id":5}}'),
  ).toBe(
    '{"user":{"id":"[REDACTED:user]"},"user.id":"[REDACTED:user]","id":3,"app":{"user":[{"ID":"[REDACTED:user]"}]},"superuser":{"id":5}}',
  )
})

test('a pattern replaces its matches in a text, and the rest is kept', () => {
  expect(redacted([EMAIL], '{"q": "Mail \\"ada@example.org\\"\\u0021", "n": 1.50}')).toBe(
    '{"q": "Mail \\"[REDACTED:email]\\"!", "n": 1.50}',
  )
})

test('a number that a pattern matches becomes text', () => {
  expect(redacted([{ name: 'card', pattern: '\\b\\d{16}\\b' }], '[4111111111111111,12]')).toBe(
    '["[REDACTED:card]",12]',
  )
})

test('matches of several patterns that overlap become one', () => {
  const rules = [EMAIL, { name: 'host', pattern: 'example\\.org/\\w+' }, { name: 'x', pattern: 'xx' }]

  expect(redacted(rules, '"ada@example.org/path and xx"')).toBe('"[REDACTED:email] and [REDACTED:x]"')
})

test('JSON in a string is redacted by its keys and texts', () => {
  const rules = [EMAIL, { name: 'secret', keys: ['password'] }]
  const embedded = JSON.stringify({ arguments: '{"password": "p", "to": "a\\u0040b.org"}' })

  expect(redacted(rules, embedded)).toBe(
    JSON.stringify({ arguments: '{"password":"[REDACTED:secret]","to":"[REDACTED:email]"}' }),
  )
})

test('JSON in a string is redacted by its keys also if Python wrote NaN into it', () => {
  const rules = [{ name: 'secret', keys: ['password'] }]
  const embedded = JSON.stringify({ arguments: '{"x": NaN, "password": "p", "y": [-Infinity]}' })

  expect(redacted(rules, embedded)).toBe(
    JSON.stringify({ arguments: '{"x":NaN,"password":"[REDACTED:secret]","y":[-Infinity]}' }),
  )
})

test('JSON in a string is redacted by its keys also behind white space', () => {
  const rules = [{ name: 'secret', keys: ['password'] }]

  expect(redacted(rules, JSON.stringify({ answer: '\n {"password": "p"}' }))).toBe(
    JSON.stringify({ answer: '{"password":"[REDACTED:secret]"}' }),
  )
})

test('text that only begins like JSON is redacted by patterns', () => {
  expect(redacted([EMAIL], '["{a@b.org", "[1, 2"]')).toBe('["{[REDACTED:email]", "[1, 2"]')
})

test('a rule applies to the fields it names, and to all of a span', () => {
  const redactor = createRedactor(newRedactionRules([{ ...EMAIL, fields: ['output'] }]))
  const payload = new JsonText('"a@b.org"')

  expect(redactor?.payload('inputs', payload)).toBe(payload)
  expect(redactor?.payload('output', payload).text).toBe('"[REDACTED:email]"')
  expect(redactor?.everything(payload).text).toBe('"[REDACTED:email]"')
  expect(redactor?.text('output', 'failed for a@b.org')).toBe('failed for [REDACTED:email]')
  expect(redactor?.text('attributes', 'a@b.org')).toBe('a@b.org')
})

test('hostile keys are treated like any other', () => {
  const rules = [{ name: 'proto', keys: ['constructor'] }]

  expect(redacted(rules, '{"__proto__":{"constructor":1},"":{"constructor":2},"toString":3}')).toBe(
    '{"__proto__":{"constructor":"[REDACTED:proto]"},"":{"constructor":"[REDACTED:proto]"},"toString":3}',
  )
})

test('long keys and deep nesting take no more time than their text', { timeout: 5_000 }, () => {
  const key = 'k'.repeat(100_000)
  const deep = `${`{"${key}":`.repeat(190)}1${'}'.repeat(190)}`

  expect(redacted([{ name: 'x', keys: ['none'] }], deep)).toBe(deep)
})

test.each([
  ['two rules of one name', [EMAIL, EMAIL]],
  ['a rule without keys and pattern', [{ name: 'a' }]],
  ['a rule with keys and a pattern', [{ ...EMAIL, keys: ['a'] }]],
  ['a key without letters', [{ name: 'a', keys: ['_-.'] }]],
  ['a pattern that is not understood', [{ name: 'a', pattern: '(' }]],
])('%s is refused', (_, rules) => {
  expect(() => newRedactionRules(rules)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
