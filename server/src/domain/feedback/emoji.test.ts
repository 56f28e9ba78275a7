import { expect, test } from 'vitest'
import { onlyEmoji } from './emoji.ts'

test.each([
  ['👍', ':thumbs_up:', '👍', ':thumbs_up:'],
  ['👎', ':thumbs_down:', '👎', ':thumbs_down:'],
  ['🎱', ':pool_8_ball:', '🎱', ':pool_8_ball:'],
  ['👍🏻', ':thumbs_up_light_skin_tone:', '👍', ':thumbs_up:'],
  ['👍🏾', ':thumbs_up_medium-dark_skin_tone:', '👍', ':thumbs_up:'],
  ['🫱🏿‍🫲🏽', ':handshake_dark_skin_tone_medium_skin_tone:', '🤝', ':handshake:'],
  ['👩🏻‍🦰', ':woman_light_skin_tone_red_hair:', '👩‍🦰', ':woman_red_hair:'],
  ['🖐🏻', ':hand_with_fingers_splayed_light_skin_tone:', '🖐️', ':hand_with_fingers_splayed:'],
])('%s is named %s and detones to %s %s', async (text, alias, detoned, detoned_alias) => {
  expect(await onlyEmoji(text)).toEqual({ alias, detoned, detoned_alias })
})

test('an emoji is the same with and without its variation selector', async () => {
  expect(await onlyEmoji('\u2764')).toEqual(await onlyEmoji('\u2764\ufe0f'))
  expect(await onlyEmoji('\u2764')).toHaveProperty('alias', ':red_heart:')
})

test('text around the one emoji does not matter', async () => {
  expect(await onlyEmoji('well done 👍 #1')).toHaveProperty('alias', ':thumbs_up:')
})

test.each(['', 'ok', '12#*', '👍👍', '👍 and 👎', '🇺🇸🇫🇷'])('%j has no one emoji', async (text) => {
  expect(await onlyEmoji(text)).toBeUndefined()
})

test('a flag, a keycap and a family each count as one', async () => {
  const named = await Promise.all(['🇺🇸', '1️⃣', '👨‍👩‍👧'].map(onlyEmoji))

  expect(named.map((emoji) => emoji?.alias)).toEqual([
    ':flag_united_states:',
    ':keycap_1:',
    ':family_man_woman_girl:',
  ])
})

test('a long text without emoji is read once', async () => {
  expect(await onlyEmoji(`${'日本 12 '.repeat(200_000)}👍`)).toHaveProperty('alias', ':thumbs_up:')
})
