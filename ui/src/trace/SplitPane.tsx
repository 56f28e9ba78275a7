import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { classes } from '../components/classes.ts'
import { hasModifier } from '../components/has-modifier.ts'
import styles from './Trace.module.css'

const SHARE_MIN = 20
const SHARE_MAX = 80
const STEP = 4

interface SplitPaneProps {
  /** Local storage key of the split position. */
  readonly storedAs: string
  /** `columns` fall back to rows on narrow screens. */
  readonly direction: 'columns' | 'rows'
  /** Percentage that the first pane has at first. */
  readonly shareDefault: number
  /** Pixels that the first pane needs at most where it is above the second. */
  readonly stackedHeightMax?: number
  /** Percentage that the first pane has at least on a phone. */
  readonly phoneShareMin?: number
  readonly children: readonly [ReactNode, ReactNode]
}

/** Two panes with a resize handle, for pointer and arrow keys. */
export function SplitPane({
  storedAs,
  direction,
  shareDefault,
  stackedHeightMax,
  phoneShareMin = 0,
  children: [first, second],
}: SplitPaneProps) {
  const key = `heddle.split.${storedAs}`
  const [share, setShare] = useState(() => Number(localStorage.getItem(key)) || shareDefault)
  const box = useRef<HTMLDivElement>(null)

  const resize = (next: number) => {
    const fitting = Math.round(Math.min(SHARE_MAX, Math.max(SHARE_MIN, next)))
    localStorage.setItem(key, String(fitting))
    setShare(fitting)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget
    const around = box.current?.getBoundingClientRect()
    if (!around) return
    const isStacked = handle.offsetWidth > handle.offsetHeight
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) =>
      resize(
        isStacked
          ? ((clientY - around.top) / around.height) * 100
          : ((clientX - around.left) / around.width) * 100,
      )
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), {
      once: true,
    })
  }
  const nudge = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[event.key]
    if (by === undefined || hasModifier(event)) return
    event.preventDefault()
    resize(share + by)
  }

  return (
    <div
      ref={box}
      className={classes(styles.split, styles[direction])}
      style={{
        '--share': `${share}%`,
        '--stacked-max': stackedHeightMax === undefined ? 'none' : `${stackedHeightMax}px`,
        '--phone-min': `${phoneShareMin}%`,
      }}
    >
      <div className={styles.first}>{first}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label="Resize panes"
        aria-valuenow={share}
        aria-valuemin={SHARE_MIN}
        aria-valuemax={SHARE_MAX}
        className={styles.handle}
        onPointerDown={drag}
        onKeyDown={nudge}
      />
      <div className={styles.second}>{second}</div>
    </div>
  )
}
