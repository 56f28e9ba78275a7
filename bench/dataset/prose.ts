import { Random } from './random.ts'

/** Sentences with line breaks and quotes as answers have them, `chars` characters of them. */
export function prose(random: Random, chars: number, corpus = PLAIN): string {
  const from = random.below(corpus.length - chars)
  return corpus.slice(from, from + chars).toWellFormed()
}

const CORPUS_CHARS = 256 * 1024

type Words = readonly [string, ...string[]]

const BREAKS: Words = ['. ', ', ', '.\n', ': ', ' "', '" ']

const WORDS: Words = [
  'the',
  ...`order was shipped on Monday and should arrive within three working days please check the tracking number
  before you contact support about a refund customer asked whether an invoice can be changed after payment summary
  document section retrieved with similarity of model answered because context returns const value is undefined in
  this branch however test passes when`.split(/\s+/),
]

const WORDS_BEYOND_ASCII: Words = [
  '—',
  ...'Grüße naïve señor Straße façade 東京 注文 заказ доставка 💡 “quoted” the order arrives today costs €'.split(
    ' ',
  ),
]

const PLAIN = corpusOf(WORDS)

/** For the calls of people who do not write in ASCII alone. */
export const BEYOND_ASCII = corpusOf(WORDS_BEYOND_ASCII)

function corpusOf(words: Words): string {
  const random = new Random(1)
  let text = ''
  while (text.length < CORPUS_CHARS)
    text += random.pick(words) + (random.chance(0.08) ? random.pick(BREAKS) : ' ')
  return text
}
