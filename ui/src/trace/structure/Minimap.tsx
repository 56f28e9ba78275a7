import type { TraceTree } from '@heddle/contract/compare/tree'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { callKind } from '../../call/kind.ts'
import { useTheme } from '../../theme/theme.ts'
import styles from './Structure.module.css'
import type { TimeWindow } from './time-scale.ts'
import type { Structure } from './useStructure.ts'

const HEIGHT = 36
const LANES = 9
const LANE = HEIGHT / LANES
/** A shorter drag counts as a click, which resets the zoom. */
const DRAG_PIXELS_MIN = 4

/** Overview of the trace. Dragging zooms the waterfall to a time range. */
export function Minimap({ structure }: { readonly structure: Structure }) {
  const { tree, window: shown, zoom, isZoomed } = structure
  const canvas = useRef<HTMLCanvasElement>(null)
  const [dragged, setDragged] = useState<TimeWindow>()
  useDrawnTree(canvas, tree)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget
    const { left, width } = box.getBoundingClientRect()
    const timeAt = (x: number) => Math.max(0, Math.min(1, (x - left) / width)) * tree.durationUs
    const from = timeAt(event.clientX)
    const windowTo = (x: number): TimeWindow => ({
      fromUs: Math.min(from, timeAt(x)),
      toUs: Math.max(from, timeAt(x)),
    })
    const follow = (moved: globalThis.PointerEvent) => setDragged(windowTo(moved.clientX))
    const finish = (moved: globalThis.PointerEvent) => {
      box.removeEventListener('pointermove', follow)
      setDragged(undefined)
      const isDrag = Math.abs(moved.clientX - event.clientX) >= DRAG_PIXELS_MIN
      zoom(isDrag ? windowTo(moved.clientX) : undefined)
    }
    box.setPointerCapture(event.pointerId)
    box.addEventListener('pointermove', follow)
    box.addEventListener('pointerup', finish, { once: true })
  }

  const lens = dragged ?? (isZoomed ? shown : undefined)
  return (
    // Pointer only: the toolbar zooms by keyboard.
    <div
      className={styles.minimap}
      aria-hidden="true"
      onPointerDown={drag}
      title="Drag to zoom, click to reset"
    >
      <canvas ref={canvas} className={styles.minimapCanvas} />
      {lens && (
        <div
          className={styles.lens}
          style={{
            left: `${(lens.fromUs / tree.durationUs) * 100}%`,
            width: `${((lens.toUs - lens.fromUs) / tree.durationUs) * 100}%`,
          }}
        />
      )}
    </div>
  )
}

/** Draws the trace; redraws when the size or the theme changes. */
function useDrawnTree(canvas: RefObject<HTMLCanvasElement | null>, tree: TraceTree): void {
  const { theme } = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours depend on the theme.
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    let frame: number | undefined
    // In the next frame, so that the rows are painted first.
    const resized = new ResizeObserver(() => {
      frame = requestAnimationFrame(() => draw(target, tree))
    })
    resized.observe(target)
    return () => {
      resized.disconnect()
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [tree, theme])
}

function draw(canvas: HTMLCanvasElement, tree: TraceTree): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const density = window.devicePixelRatio
  const width = canvas.clientWidth
  canvas.width = width * density
  canvas.height = HEIGHT * density
  context.scale(density, density)
  const style = getComputedStyle(canvas)
  const colour = (token: string) => style.getPropertyValue(token)
  const colours = {
    llm: colour('--series-1'),
    agent: colour('--series-6'),
    chain: colour('--series-6'),
    call: colour('--series-6'),
    tool: colour('--series-3'),
    retriever: colour('--series-2'),
    reranker: colour('--series-2'),
    embedding: colour('--series-2'),
    evaluator: colour('--series-4'),
    guardrail: colour('--series-4'),
    prompt: colour('--series-5'),
    failed: colour('--bad'),
  }
  for (let index = 0; index < tree.count; index++) {
    const isError = tree.skeleton.calls.status[index] === 'error'
    const start = tree.startUs[index] ?? 0
    const end = tree.endUs[index] ?? 0
    context.fillStyle = colours[isError ? 'failed' : callKind(tree, index)]
    context.fillRect(
      (start / tree.durationUs) * width,
      Math.min(tree.depth[index] ?? 0, LANES - 1) * LANE,
      Math.max(1, ((end - start) / tree.durationUs) * width),
      LANE - 1,
    )
  }
}
