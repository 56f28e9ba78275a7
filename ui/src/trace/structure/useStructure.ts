import { isLeaf, type TraceTree } from '@heddle/contract/compare/tree'
import { useCallback, useMemo, useState } from 'react'
import { useIsPainted } from '../../timing.ts'
import type { TimeWindow } from './time-scale.ts'
import {
  closedFrom,
  closedOneLevel,
  NOTHING_NOTABLE,
  type NotableCalls,
  nearestVisible,
  notableCalls,
  openedOneLevel,
  openedTo,
  visibleCalls,
} from './visible.ts'

export interface Structure {
  readonly tree: TraceTree
  readonly visible: readonly number[]
  readonly isClosed: (index: number) => boolean
  readonly toggle: (index: number) => void
  readonly openAll: () => void
  readonly closeAll: () => void
  readonly openLevel: () => void
  readonly closeLevel: () => void
  /** Shows a call whose ancestors may be closed. */
  readonly reveal: (index: number) => void
  readonly window: TimeWindow
  /** Undefined shows the whole trace. */
  readonly zoom: (window: TimeWindow | undefined) => void
  readonly isZoomed: boolean
  readonly notable: NotableCalls
}

const NONE: ReadonlySet<number> = new Set()

interface Zoom {
  readonly traceId: string
  readonly window: TimeWindow
}

interface Selection {
  readonly selected: number
  readonly onSelect: (index: number) => void
}

/** Collapsed calls and zoom of a trace. Collapsing a call that hides the selected one selects it. */
export function useStructure(tree: TraceTree, { selected, onSelect }: Selection): Structure {
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set())
  const [zoom, setZoom] = useState<Zoom>()
  const { trace_id: traceId } = tree.skeleton
  // The same pane shows one trace after the other.
  const zoomed = zoom?.traceId === traceId ? zoom.window : undefined
  const isPainted = useIsPainted(true)

  // Indexes change while a trace grows; ids do not.
  const closed = useMemo(() => placesOf(tree, closedIds), [tree, closedIds])
  const setClosed = useCallback(
    (next: ReadonlySet<number>) => {
      setClosedIds(idsOf(tree, next))
      const shown = nearestVisible(tree, next, selected)
      if (shown !== selected) onSelect(shown)
    },
    [tree, selected, onSelect],
  )

  return {
    tree,
    visible: useMemo(() => visibleCalls(tree, closed), [tree, closed]),
    isClosed: (index) => closed.has(index),
    toggle: useCallback(
      (index: number) => {
        if (!isLeaf(tree, index)) setClosed(toggled(closed, index))
      },
      [tree, closed, setClosed],
    ),
    openAll: () => setClosed(NONE),
    closeAll: () => setClosed(closedFrom(tree, 0)),
    openLevel: () => setClosed(openedOneLevel(tree, closed)),
    closeLevel: () => setClosed(closedOneLevel(tree, closed)),
    reveal: useCallback(
      (index: number) => {
        const next = openedTo(tree, closed, index)
        if (next !== closed) setClosedIds(idsOf(tree, next))
      },
      [tree, closed],
    ),
    window: zoomed ?? { fromUs: 0, toUs: tree.durationUs },
    zoom: (window) => setZoom(window && { traceId, window }),
    isZoomed: zoomed !== undefined,
    notable: useMemo(() => (isPainted ? notableCalls(tree) : NOTHING_NOTABLE), [tree, isPainted]),
  }
}

function toggled(closed: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(closed)
  if (!next.delete(index)) next.add(index)
  return next
}

function placesOf(tree: TraceTree, ids: ReadonlySet<string>): ReadonlySet<number> {
  if (ids.size === 0) return NONE
  return new Set([...ids].flatMap((id) => tree.indexOfId.get(id) ?? []))
}

const idsOf = (tree: TraceTree, places: ReadonlySet<number>): ReadonlySet<string> =>
  new Set([...places].flatMap((index) => tree.skeleton.calls.id[index] ?? []))
