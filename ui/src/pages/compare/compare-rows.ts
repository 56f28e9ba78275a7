import { numberAt, valueAt } from '@heddle/contract/call/json'
import { usageOf } from '@heddle/contract/call/usage'
import { kindAt, skipWhitespace } from '@heddle/contract/json-scanner'
import type { CallWithTexts } from '../../api/call.ts'
import { exceptionText } from '../../call/exception.ts'
import { formatCount, formatMoney, formatNumber } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import { isContainer, JsonChildren } from '../../json/children.ts'
import { dottedPath } from '../../json/dotted-path.ts'
import { parseRef } from '../../navigation/ref.ts'

/** The compared values of one call: named metrics, and payloads as JSON text. */
export interface Compared {
  readonly figures: readonly Figure[]
  readonly payloads: Readonly<Record<'inputs' | 'output' | 'attributes', string>>
}

interface Figure {
  readonly name: string
  readonly text: string
  /** Set for values that can be compared as numbers. */
  readonly value?: number | undefined
  /** Formats a difference. */
  readonly format?: (value: number) => string
}

export interface CompareRow {
  readonly group: string
  readonly name: string
  /** One per call; undefined if it does not have the field. */
  readonly cells: readonly (string | undefined)[]
  /** Difference from the baseline, if both are numbers and differ: `+0.4 s (+12%)`. */
  readonly deltas: readonly (string | undefined)[]
  readonly isSame: boolean
}

/** Fields of the calls side by side, in order of appearance. The first call is the baseline. */
export function compareRows(calls: readonly Compared[]): CompareRow[] {
  return [
    ...figureRows(calls),
    ...(['inputs', 'output', 'attributes'] as const).flatMap((base) => payloadRows(calls, base)),
  ]
}

function figureRows(calls: readonly Compared[]): CompareRow[] {
  const names = [...new Set(calls.flatMap(({ figures }) => figures.map(({ name }) => name)))]
  return names.map((name) => {
    const figures = calls.map((call) => call.figures.find((figure) => figure.name === name))
    return row(
      'Summary',
      name,
      figures.map((figure) => figure?.text),
      figures.map((figure) => figure?.value),
      figures.find(Boolean)?.format,
    )
  })
}

function payloadRows(calls: readonly Compared[], base: keyof Compared['payloads']): CompareRow[] {
  const leaves = calls.map(({ payloads }) => leavesOf(payloads[base], base))
  const isCut = (each: ReadonlyMap<string, string>) => each.size >= LEAVES_MAX
  // What was not read is not missing.
  const paths = [...new Set(leaves.flatMap((each) => [...each.keys()]))].filter((path) =>
    leaves.every((each) => each.has(path) || !isCut(each)),
  )
  const rows = paths.map((path) => {
    const texts = leaves.map((each) => each.get(path))
    const compared = row(base, path.slice(base.length + 1), texts.map(shownText), texts.map(numberIn))
    // The text "5" is shown like the number, and is another value.
    return { ...compared, isSame: texts.every((text) => text === texts[0]) }
  })
  if (!leaves.some(isCut)) return rows
  const isSame = calls.every(({ payloads }) => payloads[base] === calls[0]?.payloads[base])
  const cells = calls.map(() => `Only the first ${LEAVES_MAX} values are compared`)
  return [...rows, { group: base, name: '…', cells, deltas: [], isSame }]
}

function row(
  group: string,
  name: string,
  cells: readonly (string | undefined)[],
  values: readonly (number | undefined)[],
  format: (value: number) => string = formatNumber,
): CompareRow {
  return {
    group,
    name,
    cells,
    deltas: values.map((value, at) => (at === 0 ? undefined : deltaText(values[0], value, format))),
    isSame: cells.every((cell) => cell === cells[0]),
  }
}

/** `+12 (+20%)`; undefined if the values are equal or not both numbers. */
export function deltaText(
  from: number | undefined,
  to: number | undefined,
  format: (value: number) => string = formatNumber,
): string | undefined {
  if (from === undefined || to === undefined || from === to) return undefined
  const sign = to > from ? '+' : '−'
  const share = from === 0 ? '' : ` (${sign}${Math.round((Math.abs(to - from) / Math.abs(from)) * 100)}%)`
  return `${sign}${format(Math.abs(to - from))}${share}`
}

const shownText = (json: string | undefined): string | undefined =>
  json?.startsWith('"') ? String(JSON.parse(json)) : json

const numberIn = (json: string | undefined): number | undefined =>
  json !== undefined && /^-?\d/.test(json) ? Number(json) : undefined

/** Compared values of a call. */
export function comparedCall(call: CallWithTexts): Compared {
  const { tokens, cost, models } = usageOf(call)
  const { inputs, output, attributes } = call.texts
  return {
    figures: [
      { name: 'Status', text: String(valueAt(call.summary, 'weave.status')) },
      figure('Duration', numberAt(call.summary, 'weave.latency_ms'), formatDuration),
      figure('Tokens', tokens, formatCount),
      figure('Cost', cost, formatMoney),
      { name: 'Model', text: models.join(', ') || '–' },
      { name: 'Op', text: opText(call.op_name) },
      { name: 'Exception', text: call.exception === null ? '–' : exceptionText(call.exception) },
    ],
    payloads: { inputs, output, attributes },
  }
}

function opText(op: string): string {
  const ref = parseRef(op)
  return ref ? `${ref.name}:${ref.digest.slice(0, 8)}` : op
}

const figure = (name: string, value: number | undefined, format: (value: number) => string): Figure => ({
  name,
  text: value === undefined ? '–' : format(value),
  value,
  format,
})

const LEAVES_MAX = 1000
const DEPTH_MAX = 12

/** Leaf values of a JSON document by path, as JSON text. Stops after a thousand. */
export function leavesOf(text: string, base: string): Map<string, string> {
  const leaves = new Map<string, string>()
  add(skipWhitespace(text, 0), text.trimEnd().length, base, 0)
  return leaves

  function add(start: number, end: number, path: string, depth: number): void {
    if (leaves.size >= LEAVES_MAX) return
    const children = isContainer(kindAt(text, start)) ? new JsonChildren(text, start) : undefined
    if (!children?.has(0) || depth >= DEPTH_MAX) {
      leaves.set(path, text.slice(start, end))
      return
    }
    for (let index = 0, child = children.at(0); child; child = children.at(++index)) {
      add(child.start, child.end, dottedPath(path, [child.key]), depth + 1)
      if (leaves.size >= LEAVES_MAX) return
    }
  }
}
