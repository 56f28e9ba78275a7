import { type CallSearch, compile } from './compile.ts'
import { parse } from './parse.ts'
import type { Surroundings } from './term.ts'
import type { Span } from './tokenize.ts'

/** A part of a filter as the bar shows it. */
export interface Chip extends Span {
  readonly text: string
  readonly problem?: string
}

export interface ReadFilter {
  readonly chips: readonly Chip[]
  /** Undefined while a chip has a problem. */
  readonly search: CallSearch | undefined
}

export function readFilter(text: string, surroundings: Surroundings): ReadFilter {
  const parts = parse(text)
  const compiled = compile(parts, surroundings)
  if ('search' in compiled) return { chips: parts.map(chipOf), search: compiled.search }
  const problems = new Map(compiled.faults.map(({ part, problem }) => [part, problem]))
  const chips = parts.map((part, index) => {
    const problem = problems.get(index)
    return problem === undefined ? chipOf(part) : { ...chipOf(part), problem }
  })
  return { chips, search: undefined }
}

const chipOf = ({ start, end, text }: Chip): Chip => ({ start, end, text })

/** Whether a text makes sense as a filter. */
export const isReadable = (text: string): boolean =>
  readFilter(text, { now: new Date(), idsOfUser: () => [] }).search !== undefined
