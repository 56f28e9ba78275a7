import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../components/classes.ts'
import { Icon } from '../components/icons.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { type Command, useAllCommands } from './commands.ts'
import styles from './Palette.module.css'
import { rankCommands } from './rank.ts'

interface PaletteProps {
  /** What else the text may be meant for, besides the commands of the page. */
  readonly findCommands: (text: string) => readonly Command[]
  readonly onClose: () => void
}

/** Find a command by a few letters and run it. */
export function Palette({ findCommands, onClose }: PaletteProps) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const commands = useAllCommands().filter(({ inPalette }) => inPalette !== false)
  const found = [...rankCommands(query, commands), ...findCommands(query)]

  useEffect(() => dialog.current?.showModal(), [])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter') run(found[at])
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself.
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Command palette"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.search}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[at] && `${listId}-${at}`}
          aria-label="Search commands"
          placeholder="Search or type a command…"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Commands" className={styles.list}>
        {found.map((command, index) => (
          <Option
            key={command.id}
            id={`${listId}-${index}`}
            command={command}
            selected={index === at}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>No results.</p>}
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly selected: boolean
  readonly onRun: () => void
}

function Option({ id, command, selected, onRun }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses through the search field.
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={classes(styles.option, selected && styles.selected)}
      onClick={onRun}
    >
      <Icon name={command.icon ?? 'chevronRight'} size={14} />
      <span className={styles.title}>{command.title}</span>
      <span className={styles.group}>{command.group}</span>
      {command.keys && <Kbd keys={command.keys} />}
    </div>
  )
}
