import { type ReactNode, useEffect, useRef, useState } from 'react'
import { placeBeside } from './place-beside.ts'
import styles from './Tooltip.module.css'

const SHOW_AFTER_MS = 400

interface TooltipProps {
  readonly text: string
  readonly children: ReactNode
}

/** A tooltip on hover or focus. Never the only place for information. */
export function Tooltip({ text, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(false)
  const timer = useRef<number>(undefined)

  const show = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setShown(true), SHOW_AFTER_MS)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    setShown(false)
  }

  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown || !tip.current || !anchor.current) return
    tip.current.showPopover()
    placeBeside(tip.current, anchor.current, { side: 'below', align: 'center' })
  }, [shown])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the control inside.
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={show}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {shown && (
        <span ref={tip} className={styles.tip} popover="manual" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
