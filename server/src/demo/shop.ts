/** The fictional shop of the demo. */

export const SYSTEM_PROMPT =
  'You are the support assistant of Fern & Flax, a shop for gardening tools. Be brief, kind and exact. ' +
  'Quote order numbers and policies only as the tools report them.'

export type Topic = 'delivery' | 'returns' | 'advice' | 'billing' | 'product' | 'stock'

export interface Question {
  readonly text: string
  readonly topic: Topic
  readonly answer: string
  readonly source: string
}

export const QUESTIONS: readonly [Question, ...Question[]] = [
  {
    text: 'Where is my order 48213? It was due on Tuesday.',
    topic: 'delivery',
    answer:
      'Order 48213 left our warehouse yesterday and will reach you tomorrow before noon. Sorry for the delay!',
    source: 'Parcels are handed to the carrier within two working days. Delays are announced by e-mail.',
  },
  {
    text: 'Can I return a pruning saw after 40 days if I never used it?',
    topic: 'returns',
    answer: 'Unused tools can come back within 60 days, so yes. I have sent you a return label by e-mail.',
    source: 'Unused goods may be returned within 60 days. Used blades are excluded for safety.',
  },
  {
    text: 'Which gloves do you recommend for roses?',
    topic: 'advice',
    answer:
      'For roses take the goat-skin Thornwood gloves: long cuffs, and thorns up to 8 mm do not get through.',
    source: 'Thornwood gloves: goat skin, 38 cm cuffs, tested against thorns of 8 mm.',
  },
  {
    text: 'I was charged twice for the greenhouse heater.',
    topic: 'billing',
    answer:
      'I see two charges of 129.00 for order 48377. The second one is refunded; it takes three working days.',
    source: 'Refunds reach the card within three working days of being approved.',
  },
  {
    text: 'Does the cordless hedge trimmer work at minus five degrees?',
    topic: 'product',
    answer:
      'It runs down to minus ten, but charge the battery indoors: below zero it does not take a charge.',
    source: 'Operating range -10 to 40 °C. Charging range 5 to 40 °C.',
  },
  {
    text: 'Please change the delivery address of order 48290 to 12 Mill Lane.',
    topic: 'delivery',
    answer: 'Done: order 48290 now goes to 12 Mill Lane. You will get a new confirmation in a minute.',
    source: 'Addresses can be changed until the parcel is handed to the carrier.',
  },
  {
    text: 'How often should I oil the teak bench?',
    topic: 'advice',
    answer: 'Twice a year, in spring and autumn, on a dry day. Two thin coats are better than one thick one.',
    source: 'Teak furniture: oil in spring and autumn, two thin coats, 24 hours apart.',
  },
  {
    text: 'Is the 2 m bamboo stake pack back in stock?',
    topic: 'stock',
    answer: 'Not yet. 200 packs arrive on Friday; shall I tell you by e-mail when they are in?',
    source: 'Bamboo stakes 2 m: 0 in stock, 200 on order, due Friday.',
  },
]

export const USERS: readonly [string, ...string[]] = ['ada', 'grace', 'linus', 'margaret', 'alan']
export const RELEASES: readonly [string, ...string[]] = ['2026.11.1', '2026.11.2', '2026.11.3']
export const TIERS: readonly [string, ...string[]] = ['free', 'plus', 'business']
