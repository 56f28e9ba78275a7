import { type JsonParts, JsonText } from '../../../json/text.ts'

/**
 * The dump of a span repeats the inputs and the output of its call, and they are most of it. Where it does, it is stored with
 * a control character in their place, which no JSON text contains.
 */
const INPUTS_GAP = '\u0001'
const OUTPUT_GAP = '\u0002'

/** Shorter texts stay where they are. */
const GAP_LENGTH_MIN = 64

export const cutInputs = (dump: Buffer, inputs: Buffer): Buffer =>
  cutBytes(dump, repeatedBytes(inputs), INPUTS_GAP)

export const cutOutput = (dump: Buffer, output: Buffer | null): Buffer =>
  cutBytes(dump, repeatedBytes(output ?? NOTHING), OUTPUT_GAP)

/** The same for a dump in parts, in which they are mostly parts of their own. */
export const cutInputsOf = (dump: JsonText, inputs: JsonText): JsonParts =>
  cutParts(dump.parts ?? [dump], inputs, INPUTS_GAP)

export const cutOutputOf = (dump: JsonParts, output: JsonText): JsonParts =>
  cutParts(dump, output, OUTPUT_GAP)

function cutParts(dump: JsonParts, json: JsonText, gap: string): JsonParts {
  // Asked first, as it puts nothing together.
  const within = wrapped(json)
  if (within && dump.includes(within)) {
    return within.ascii.length < GAP_LENGTH_MIN ? dump : dump.map((part) => (part === within ? gap : part))
  }
  const sought = repeated(json.ascii)
  if (sought.length < GAP_LENGTH_MIN) return dump
  if (dump.includes(json))
    return dump.flatMap((part) => (part === json ? withGap(json, sought, gap) : [part]))
  const text = JsonText.joined(dump).text
  const kept = cut(text, repeated(json.text), gap)
  return kept === text ? dump : [kept]
}

/** The text that a dump repeats if an attribute became inputs under its name, which it mostly does. */
function wrapped({ parts }: JsonText): JsonText | undefined {
  const [start, inner, end] = parts ?? []
  if (typeof start !== 'string' || typeof inner === 'string' || end !== '}') return undefined
  return start.indexOf(':') === start.length - 1 ? inner : undefined
}

function withGap(json: JsonText, sought: string, gap: string): JsonParts {
  const start = json.ascii.indexOf(sought)
  return [json.textBetween(0, start), gap, json.textBetween(start + sought.length, json.ascii.length)]
}

function cut(dump: string, sought: string, gap: string): string {
  if (sought.length < GAP_LENGTH_MIN) return dump
  let kept = ''
  let from = 0
  // Not `split` and `join`, which copy everything.
  for (let at = dump.indexOf(sought); at !== -1; at = dump.indexOf(sought, from)) {
    kept += dump.slice(from, at) + gap
    from = at + sought.length
  }
  return from === 0 ? dump : kept + dump.slice(from)
}

function cutBytes(dump: Buffer, sought: Uint8Array, gap: string): Buffer {
  if (sought.length < GAP_LENGTH_MIN) return dump
  const kept: Uint8Array[] = []
  let from = 0
  for (let at = dump.indexOf(sought); at !== -1; at = dump.indexOf(sought, from)) {
    kept.push(dump.subarray(from, at), Buffer.from(gap))
    from = at + sought.length
  }
  return from === 0 ? dump : Buffer.concat([...kept, dump.subarray(from)])
}

/**
 * What a dump repeats of a text: all but the first key of an object, since an attribute becomes inputs under its name,
 * `{"input.value":...}`, which is nested in the dump.
 */
const repeated = (text: string): string =>
  text.startsWith('{') ? text.slice(text.indexOf(':') + 1, -1) : text

/** The dump as it was received. The other texts are asked for only where it lacks them. */
export function fillGaps(dump: string, inputs: () => string | null, output: () => string | null): string {
  return filled(filled(dump, INPUTS_GAP, inputs), OUTPUT_GAP, output)
}

function filled(dump: string, gap: string, text: () => string | null): string {
  return dump.includes(gap) ? dump.split(gap).join(repeated(text() ?? '')) : dump
}

/** The same for UTF-8. */
export function fillGapsInBytes(
  dump: Buffer,
  inputs: () => Buffer | null,
  output: () => Buffer | null,
): Buffer {
  const pieces = filledPieces(dump, inputs, output)
  return pieces.length === 1 ? dump : Buffer.concat(pieces)
}

/** The same in pieces to be put together, which are views of the three texts. */
export function filledPieces(
  dump: Buffer,
  inputs: () => Buffer | null,
  output: () => Buffer | null,
): [Uint8Array, ...Uint8Array[]] {
  const gaps = [...gapsOf(dump, INPUTS_GAP, inputs), ...gapsOf(dump, OUTPUT_GAP, output)]
  const pieces: Uint8Array[] = []
  let from = 0
  for (const { at, missing } of gaps.sort((a, b) => a.at - b.at)) {
    pieces.push(dump.subarray(from, at), missing)
    from = at + 1
  }
  const rest = from === 0 ? dump : dump.subarray(from)
  const [first = rest, ...others] = pieces
  return pieces.length === 0 ? [rest] : [first, ...others, rest]
}

interface Gap {
  readonly at: number
  readonly missing: Uint8Array
}

function gapsOf(dump: Buffer, gap: string, text: () => Buffer | null): Gap[] {
  const byte = gap.charCodeAt(0)
  let at = dump.indexOf(byte)
  if (at === -1) return []
  const missing = repeatedBytes(text() ?? NOTHING)
  const gaps: Gap[] = []
  for (; at !== -1; at = dump.indexOf(byte, at + 1)) gaps.push({ at, missing })
  return gaps
}

/** Number of bytes of the dump as it was received, without putting it together. */
export function wholeLength(dump: Uint8Array, inputs: Uint8Array | null, output: Uint8Array | null): number {
  return dump.length + filledLength(dump, INPUTS_GAP, inputs) + filledLength(dump, OUTPUT_GAP, output)
}

function filledLength(dump: Uint8Array, gap: string, text: Uint8Array | null): number {
  const byte = gap.charCodeAt(0)
  let gaps = 0
  for (let at = dump.indexOf(byte); at !== -1; at = dump.indexOf(byte, at + 1)) gaps++
  return gaps === 0 ? 0 : gaps * (repeatedBytes(text ?? NOTHING).length - 1)
}

const NOTHING = new Uint8Array()

const repeatedBytes = (text: Uint8Array): Uint8Array =>
  text[0] === CURLY ? text.subarray(text.indexOf(COLON) + 1, -1) : text

const [CURLY, COLON] = [0x7b, 0x3a]
