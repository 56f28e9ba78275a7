import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { hasModifier } from './has-modifier.ts'
import styles from './Tabs.module.css'

export interface Tab<Id extends string = string> {
  readonly id: Id
  readonly title: string
  readonly badge?: ReactNode
}

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** The panel of the selected tab. */
  readonly children: ReactNode
  readonly panelClassName?: string | undefined
  /** Identifies what the panel is about: another is shown from its top. */
  readonly subject?: string
}

export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
  panelClassName,
  subject,
}: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  // On narrow screens the list scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another tab.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another tab or subject.
  useLayoutEffect(() => {
    if (panel.current) panel.current.scrollTop = 0
  }, [selected, subject])

  const move = (event: KeyboardEvent<HTMLElement>, index: number) => {
    if (hasModifier(event)) return
    const next = tabs[neighbour(event.key, index, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(`${base}-tab-${next.id}`)?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map(({ id, title, badge }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-tab-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(id)}
            onKeyDown={(event) => move(event, index)}
          >
            {title}
            {badge !== undefined && <span className={styles.badge}>{badge}</span>}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-tab-${selected}`}
        className={panelClassName}
      >
        {children}
      </div>
    </>
  )
}

/** Index that a key moves to among `count` items, wrapping around; undefined for other keys. */
function neighbour(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
