import { Random } from './random.ts'

/**
 * Sentences of `chars` characters, never the same twice: a compressor finds words and idioms to share but no copied
 * passages, and reaches about the ratio that it reaches on documentation. Frequencies follow Zipf's law; quotes and
 * dashes are typographic, as models write them.
 */
export function freshText(random: Random, chars: number): string {
  let text = ''
  while (text.length < chars) text += sentence(random)
  return text.slice(0, chars)
}

const WORDS = 3_000
const IDIOMS = 1_200
/** Of the parts of a sentence. An idiom has three to six words. */
const IDIOM_SHARE = 0.4
const PARTS_MIN = 4
const PARTS_SPREAD = 9

type Words = readonly [string, ...string[]]

const SYLLABLES: Words = [
  'a',
  ...'be con de en er ing in ka le lo ma mi na ne no or pa per pro ra re ri ro sa se si so ta te ti to tra un ver vi'.split(
    ' ',
  ),
]
const ENDINGS: Words = ['. ', '. ', '. ', '? ', '.\n', ':\n- ', ' \u2014 ', '\u2019s. ', '\u201d. ']

const TABLE_SIZE = 2 ** 14
const words = zipfTable(newVocabulary())
const idioms = zipfTable(newIdioms())

function sentence(random: Random): string {
  const parts = PARTS_MIN + random.below(PARTS_SPREAD)
  let text = random.chance(0.1) ? '\u201c' : ''
  for (let index = 0; index < parts; index++) {
    if (index > 0) text += random.chance(0.08) ? ', ' : ' '
    text += random.pick(random.chance(IDIOM_SHARE) ? idioms : words)
  }
  return text + random.pick(ENDINGS)
}

/** A table to draw from in which the item of rank n fills a share proportional to 1/n. */
function zipfTable(items: Words): Words {
  const rank = (share: number) => Math.floor(Math.exp(share * Math.log(items.length)))
  const rest = Array.from({ length: TABLE_SIZE - 1 }, (_, at) => items[rank(at / TABLE_SIZE)] ?? items[0])
  return [items[0], ...rest]
}

/** Frequent words are short, as in natural languages. */
function newVocabulary(): Words {
  const random = new Random(11)
  const found = new Set<string>()
  while (found.size < WORDS) {
    const syllables = 1 + random.below(found.size < 200 ? 2 : 4)
    found.add(Array.from({ length: syllables }, () => random.pick(SYLLABLES)).join(''))
  }
  return ['the', ...found]
}

function newIdioms(): Words {
  const random = new Random(12)
  const idiom = () => Array.from({ length: 3 + random.below(4) }, () => random.pick(words)).join(' ')
  return [idiom(), ...Array.from({ length: IDIOMS }, idiom)]
}
