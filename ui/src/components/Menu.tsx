import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import styles from './Menu.module.css'
import { Popover, type PopoverProps } from './Popover.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly hint?: string
  readonly checked?: boolean
  readonly tone?: 'danger'
  readonly disabled?: boolean
  readonly onSelect: () => void
}

interface MenuProps extends Omit<PopoverProps, 'kind' | 'children'> {
  readonly heading?: ReactNode
  readonly items: readonly MenuItem[]
}

/** A dropdown menu. Arrow keys move, Enter selects, Escape closes. */
export function Menu({ heading, items, ...popover }: MenuProps) {
  return (
    <Popover {...popover} kind="menu">
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the popover around it has the menu role.
        <div className={styles.menu} onKeyDown={moveFocus}>
          {heading && <div className={styles.heading}>{heading}</div>}
          {items.map((item) => (
            <Item key={item.label} item={item} close={close} />
          ))}
        </div>
      )}
    </Popover>
  )
}

function Item({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const choose = () => {
    close()
    item.onSelect()
  }
  const isChoice = item.checked !== undefined
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      {...(isChoice && { 'aria-checked': item.checked })}
      disabled={item.disabled}
      className={classes(styles.item, item.tone === 'danger' && styles.danger)}
      onClick={choose}
    >
      {item.icon && <Icon name={item.icon} size={14} />}
      <span className={styles.label}>{item.label}</span>
      {item.hint && <span className={styles.hint}>{item.hint}</span>}
      {item.checked && <Icon name="check" size={14} />}
    </button>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = items.findIndex((item) => item.matches(':focus'))
  items[(at + step + items.length) % items.length]?.focus()
}
