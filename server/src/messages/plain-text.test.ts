import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  [
    'headings',
    '## Tea\n\n1. Boil the water.\nNotes\n-----\n2. Steep',
    'Tea 1. Boil the water. Notes 2. Steep',
  ],
  ['tables', '| Tea | Time |\n|---|:--:|\n| **Sencha** | 2 min |\nEnjoy', 'Tea, Time; Sencha, 2 min; Enjoy'],
  ['tables without outer pipes', 'Tea | Time\n--- | ---\nSencha | 2 min', 'Tea, Time; Sencha, 2 min;'],
  ['fences', 'Run:\n```python\nx = a ** b  # *now*\n```\nDone', 'Run: x = a ** b  # *now* Done'],
  [
    'emphasis',
    '**Two *fast* trains**, *one **very** slow* _one_ ~~bus~~',
    'Two fast trains, one very slow one bus',
  ],
  ['links and images', 'See [the map](https://x/y "z"), ![a cat](c.png)', 'See the map, a cat'],
  ['quotes and lists', '> > So *be* it\n- one\n- two', 'So be it • one • two'],
  ['code spans', 'Call `__init__` or `a*b*c`', 'Call __init__ or a*b*c'],
])('plain text has no Markdown: %s', (_, markdown, text) => expect(plainText(markdown)).toBe(text))

test.each([
  'snake_case_name and __init__.py',
  '2**3 and 4**5',
  'a * b * c',
  'a | b',
  '*',
  '[1, 2](',
  '---',
  '|',
])('text that only looks like Markdown stays: %s', (text) => expect(plainText(text)).toBe(text))

test('hostile Markdown takes no longer than its length', () => {
  for (const mark of ['*', '**a', '_', '_a ', '[', '[](', '`', '> ', '|', '~~', '![a](']) {
    expect(plainText(mark.repeat(20_000))).toBeTypeOf('string')
  }
})
