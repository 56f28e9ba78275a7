import { type CallSearch, compile } from '@heddle/contract/filter/compile'
import { parse } from '@heddle/contract/filter/parse'

/** Compiles filters that must all match, or says which part of them is wrong. */
export function compileFilter(
  filters: readonly string[],
  idsOfUser: (name: string) => readonly string[] = () => [],
): CallSearch | { readonly problem: string } {
  const parts = filters.flatMap(parse)
  const compiled = compile(parts, { now: new Date(), idsOfUser })
  if ('search' in compiled) return compiled.search
  const [first] = compiled.problems
  return { problem: `In the filter, ${parts[first?.part ?? 0]?.text}: ${first?.problem}` }
}

/** `1d` means a day ago; anything else is a time as filters write it. */
export const agoText = (text: string): string =>
  /^\d+(?:\.\d+)?(?:ms|s|m|h|d|w)$/.test(text) ? `-${text}` : text
