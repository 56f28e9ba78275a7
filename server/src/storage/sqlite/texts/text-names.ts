/** Texts by their number. */
export const TEXTS = [
  'attributes',
  'inputs',
  'otel_dump',
  'output',
  'summary',
  'exception',
  'input_preview',
  'output_preview',
] as const

export type TextName = (typeof TEXTS)[number]

/** Texts that lists show are kept apart from payloads, so that a list opens none. Earlier versions kept the last two with the payloads. */
export const LISTED: readonly (TextName | 'rid')[] = [
  'input_preview',
  'output_preview',
  'rid',
  'summary',
  'exception',
]

/** Where the number of a call stands, by which a segment can be rewritten. */
export const LISTED_RID = LISTED.indexOf('rid')

/** By the number of a text: where it stands among those that lists show; -1 for payloads. */
export const LISTED_COLUMNS: readonly number[] = TEXTS.map((name) => LISTED.indexOf(name))
