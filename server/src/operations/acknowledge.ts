/**
 * Returns `reply` once a write is durable.
 *
 * The functions that write batches of calls are not async. An async function keeps its variables until it returns, so every request
 * that waits for the disk would keep its records, calls and texts in memory, which take many times the size of its body.
 */
export async function acknowledge<Reply>(written: Promise<void>, reply: Reply): Promise<Reply> {
  await written
  return reply
}
