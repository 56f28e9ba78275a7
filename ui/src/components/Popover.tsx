import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './Popover.module.css'
import { placeBeside } from './place-beside.ts'

/** Props for the trigger button. */
interface PopoverTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly onPointerDown: () => void
  readonly onClick: (event: MouseEvent) => void
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string
  readonly 'aria-haspopup': 'dialog' | 'menu'
}

export interface PopoverProps {
  readonly label: string
  readonly kind?: 'dialog' | 'menu'
  readonly align?: 'start' | 'end'
  readonly trigger: (props: PopoverTrigger) => ReactNode
  /** Receives the focus on close instead of the button. */
  readonly returnTo?: RefObject<HTMLElement | null>
  /** Rendered only while open. */
  readonly children: (close: () => void) => ReactNode
}

/** A panel next to its button. Escape and clicks outside close it; focus returns to the button. */
export function Popover(props: PopoverProps) {
  const { label, kind = 'dialog', align = 'start', trigger, returnTo, children } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  /** Whether the panel was open when the button was pressed. */
  const wasShown = useRef(false)
  const id = useId()

  const show = useCallback(() => {
    if (!panel.current || !button.current) return
    panel.current.showPopover()
    placeBeside(panel.current, button.current, { side: 'below', align })
    firstControl(panel.current)?.focus()
  }, [align])
  useEffect(() => {
    if (!open || !panel.current) return
    show()
    // Its content may load or grow.
    const resized = new ResizeObserver(() => {
      if (panel.current && button.current)
        placeBeside(panel.current, button.current, { side: 'below', align })
    })
    resized.observe(panel.current)
    return () => resized.disconnect()
  }, [open, show, align])

  const isShown = () => panel.current?.matches(':popover-open') ?? false
  const press = ({ detail }: MouseEvent) => {
    // The browser closes the panel when the button is released, before this click.
    if (detail > 0 && wasShown.current) setOpen(false)
    // It may also have closed the panel without having told so yet.
    else if (open && !isShown()) show()
    else setOpen(!open)
  }

  const close = () => {
    setOpen(false)
    const focused = returnTo ?? button
    focused.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {trigger({
        ref: button,
        onPointerDown: () => {
          wasShown.current = isShown()
        },
        onClick: press,
        'aria-expanded': open,
        'aria-controls': id,
        'aria-haspopup': kind,
      })}
      {open && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles of `kind` may have a label.
        <div
          ref={panel}
          id={id}
          role={kind}
          aria-label={label}
          className={styles.popover}
          popover="auto"
          onToggle={(event) => {
            if (event.newState === 'closed') setOpen(false)
          }}
        >
          {children(close)}
        </div>
      )}
    </>
  )
}

const firstControl = (panel: HTMLElement) =>
  panel.querySelector<HTMLElement>('[autofocus], input, button:not(:disabled), [role^="menuitem"], a')
