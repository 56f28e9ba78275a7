import { writeJson } from '../json/write.ts'

/** Proxies and browsers give up on a connection that says nothing for long. */
const SILENCE_MS = 15_000

/** Rows as server-sent events. Where there is none for a while, a comment shows that someone is there. */
export async function* eventChunks(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>) {
  try {
    let step = first
    while (!step.done) {
      yield eventOf(step.value)
      const next = rows.next()
      while ((await orSilence(next)) === 'silence') yield ': still here\n\n'
      step = await next
    }
  } finally {
    await rows.return?.()
  }
}

/** A row that has a cursor is known by it to a client that comes back. */
function eventOf(row: unknown): string {
  const cursor = typeof row === 'object' && row !== null && 'cursor' in row ? row.cursor : undefined
  const id = cursor === undefined ? '' : `id: ${cursor}\n`
  return `${id}data: ${writeJson(row)}\n\n`
}

async function orSilence<T>(next: Promise<T>): Promise<T | 'silence'> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<'silence'>((resolve) => {
    timer = setTimeout(() => resolve('silence'), SILENCE_MS)
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearTimeout(timer)
  }
}
