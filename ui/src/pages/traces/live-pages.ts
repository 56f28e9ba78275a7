import type { CallRecord } from '@heddle/contract/calls'

/** The pages of the table as react-query keeps them. */
export interface Pages<Param> {
  readonly pages: { readonly calls: readonly CallRecord[] }[]
  readonly pageParams: Param[]
}

/** Whether the call is among those loaded. */
export const isLoaded = (pages: Pages<unknown>, id: string): boolean =>
  pages.pages.some(({ calls }) => calls.some((call) => call.id === id))

/** Whether a call that is not loaded is further down, where the pages not loaded yet will bring it. */
export function isFurtherDown({ pages }: Pages<unknown>, call: CallRecord): boolean {
  // An empty page is the last one.
  const last = pages.at(-1)?.calls.at(-1)
  return last !== undefined && compareTexts(call.started_at, last.started_at) < 0
}

/** The pages with this state of a call in the place of the one before: a running call flips where it is. */
export function withUpdated<Param>(pages: Pages<Param>, updated: CallRecord): Pages<Param> {
  return mapCalls(pages, (calls) => calls.map((call) => (call.id === updated.id ? updated : call)))
}

export function withoutCall<Param>(pages: Pages<Param>, id: string): Pages<Param> {
  return mapCalls(pages, (calls) => calls.filter((call) => call.id !== id))
}

/** The pages with new calls in front, the newest first. Those that are there already are not repeated. */
export function withNew<Param>(pages: Pages<Param>, arrived: Iterable<CallRecord>): Pages<Param> {
  const fresh = [...arrived]
    .filter(({ id }) => !isLoaded(pages, id))
    .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(b.id, a.id))
  const [first, ...others] = pages.pages
  if (!first || fresh.length === 0) return pages
  return { ...pages, pages: [{ ...first, calls: [...fresh, ...first.calls] }, ...others] }
}

/** Pages that do not change stay the same object: their rows are not drawn again. */
function mapCalls<Param>(
  pages: Pages<Param>,
  change: (calls: readonly CallRecord[]) => readonly CallRecord[],
): Pages<Param> {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, calls: change(page.calls) })) }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
