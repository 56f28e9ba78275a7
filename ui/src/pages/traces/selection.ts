/** The rows chosen, and the one chosen last, where a range begins. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | undefined
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

/** Chooses a row, or no longer. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Chooses every row from the last one to this; rows outside stay as they are. */
export function extended(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? id)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...between]), anchor: id }
}

/** All rows, or none where all were chosen. */
export function toggledAll({ ids }: Selection, order: readonly string[]): Selection {
  return ids.size >= order.length ? NOTHING_SELECTED : { ids: new Set(order), anchor: undefined }
}
