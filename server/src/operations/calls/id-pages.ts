import type { CallPosition, CallSearch } from '../../storage/port/calls.ts'
import type { Release } from '../byte-budget.ts'
import type { Context } from '../operation.ts'
import { PAGE_BYTES, PAGE_ROWS } from '../paged-rows.ts'

/** Ids found at a time: few enough to hold for a slow reader, enough that each search is worth it. */
const IDS_MAX = 5_000

/**
 * The ids that a search finds, in order, as many at a time as are read in one page. What is not read yet is held packed; where
 * the engine returns all ids at once, they count as bytes held.
 */
export async function* callIdPages(context: Context, search: CallSearch): AsyncGenerator<readonly string[]> {
  let rest: CallSearch | undefined = search
  while (rest) {
    const { pages, count, next } = await findPacked(context, rest)
    const release = holdPacked(context, pages)
    try {
      for (const page of pages) yield typeof page === 'string' ? JSON.parse(page) : page
    } finally {
      release()
    }
    rest = next && searchFrom(rest, next, count)
  }
}

/** One page of ids as they are, more as JSON: that takes a third of the memory. */
type Packed = string | readonly string[]

interface PackedIds {
  readonly pages: readonly Packed[]
  readonly count: number
  readonly next: CallPosition | undefined
}

async function findPacked({ storage, signal }: Context, search: CallSearch): Promise<PackedIds> {
  const { ids, next } = await storage.calls.findPage(search, IDS_MAX, signal)
  if (ids.length <= PAGE_ROWS) return { pages: [ids], count: ids.length, next }
  const pages: string[] = []
  for (let at = 0; at < ids.length; at += PAGE_ROWS) pages.push(JSON.stringify(ids.slice(at, at + PAGE_ROWS)))
  return { pages, count: ids.length, next }
}

/** Refused where there is no room: to wait would mean to hold them meanwhile. */
function holdPacked({ reads }: Context, pages: readonly Packed[]): Release {
  const bytes = pages.reduce((sum, { length }) => sum + length, 0)
  return bytes > PAGE_BYTES ? reads.acquireNow(bytes) : () => {}
}

/** Offset and limit are of the whole search, so that the first page has used up the one and part of the other. */
function searchFrom(search: CallSearch, after: CallPosition, found: number): CallSearch | undefined {
  const { offset: _, limit, ...rest } = search
  if (limit === undefined) return { ...rest, after }
  return limit > found ? { ...rest, after, limit: limit - found } : undefined
}
