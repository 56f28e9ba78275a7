import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../components/classes.ts'
import { Icon } from '../components/icons.tsx'
import { Kbd } from '../components/Kbd.tsx'
import { useBackdropClick } from '../components/useBackdropClick.ts'
import { type Command, rankCommands, useAllCommands } from './commands.ts'
import { isComposing } from './composing.ts'
import styles from './Keyboard.module.css'

interface PaletteProps {
  readonly query: string
  readonly onQuery: (text: string) => void
  /** What can be opened by its name. */
  readonly things: readonly Command[]
  /** Searches for the text. They come before commands that contain only its letters. */
  readonly searches: readonly Command[]
  readonly onClose: () => void
}

/** Finds a command or a thing by a few letters; Enter runs or opens it. */
export function Palette({ query, onQuery, things, searches, onClose }: PaletteProps) {
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const commands = useAllCommands().filter(({ inPalette }) => inPalette !== false)
  const found = foundFor(query, commands, things, searches)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const { active, reset, onKeyDown } = useListCursor(found, run)
  const backdrop = useBackdropClick(onClose)

  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Command palette"
      onClose={onClose}
      {...backdrop}
    >
      <div className={styles.search}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[active] && `${listId}-${active}`}
          aria-label="Search commands"
          placeholder="Find anything by name, or type a command…"
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value)
            reset()
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
            selected={index === active}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>No results.</p>}
    </dialog>
  )
}

const PER_GROUP_MAX = 6

/** Options for the text, the likeliest first. */
function foundFor(
  query: string,
  commands: readonly Command[],
  things: readonly Command[],
  searches: readonly Command[],
): readonly Command[] {
  if (query.trim() === '') return rankCommands('', commands).close
  const { close } = rankCommands(query, [...commands, ...things])
  const counts = new Map<string, number>()
  const few = close.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= PER_GROUP_MAX
  })
  return [...few, ...searches, ...rankCommands(query, commands).scattered]
}

/** The highlighted option, which stays the same one while others are loading. Arrow keys move it and wrap around; Enter picks it. */
function useListCursor(options: readonly Command[], onPick: (option: Command | undefined) => void) {
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setActiveId(options[(active + step + options.length) % options.length]?.id)
    }
    if (event.key === 'Enter') onPick(options[active])
  }
  return { active, reset: () => setActiveId(undefined), onKeyDown }
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles keys.
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
