/** Few enough that other writes do not wait long behind them. */
const BATCH_SIZE = 500

/**
 * Removes batch after batch until one removes nothing, and returns how many were removed. `removeBatch` removes up to that many and
 * returns their number.
 */
export async function removeAll(
  removeBatch: (limit: number) => Promise<number>,
  onProgress: (removed: number) => void = () => {},
): Promise<number> {
  let count = 0
  for (let removed = await removeBatch(BATCH_SIZE); removed > 0; removed = await removeBatch(BATCH_SIZE)) {
    count += removed
    onProgress(count)
  }
  return count
}
