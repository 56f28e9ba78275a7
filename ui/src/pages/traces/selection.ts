/** Selected rows, and the last one selected, from which a range extends. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | undefined
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

/** Selects or deselects a row. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects every row from the anchor to this one, keeping other selected rows. */
export function extended(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? id)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...between]), anchor: id }
}

/** Selects all rows, or none if all are selected. */
export function toggledAll({ ids }: Selection, order: readonly string[]): Selection {
  const isAll = order.every((id) => ids.has(id))
  return isAll ? NOTHING_SELECTED : { ids: new Set(order), anchor: undefined }
}
