import { useEffect, useMemo, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextInput } from '../../components/Field.tsx'
import { Menu, type MenuItem } from '../../components/Menu.tsx'
import { formatCount, pluralize } from '../../format/number.ts'
import { isComposing } from '../../keyboard/composing.ts'
import styles from './Structure.module.css'
import type { Structure } from './useStructure.ts'
import type { TraceSearch } from './useTraceSearch.ts'
import { errorsOf, nextError } from './visible.ts'

interface ToolbarProps {
  readonly mode: 'tree' | 'timeline'
  readonly structure: Structure
  readonly search: TraceSearch
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly showsCritical: boolean
  readonly onCritical: (shown: boolean) => void
}

export function Toolbar(props: ToolbarProps) {
  const { mode, structure, search, selected, onSelect } = props
  const { tree, notable } = structure
  const jump = (label: string, index: number | undefined): MenuItem => ({
    label,
    ...(index === undefined ? { disabled: true } : { hint: tree.names[index] ?? '' }),
    onSelect: () => index !== undefined && onSelect(index),
  })
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Structure">
      <SearchBox search={search} selected={selected} onSelect={onSelect} structure={structure} />
      <span className={styles.tools}>
        <ErrorCount tree={tree} selected={selected} onSelect={onSelect} />
        <Menu
          label="Jump to"
          items={[
            jump('Slowest call', notable.slowest),
            jump('Most expensive call', notable.costliest),
            jump('First error', notable.firstError),
          ]}
          trigger={(props) => (
            <Button {...props} variant="ghost" size="small">
              Jump to
            </Button>
          )}
        />
        {mode === 'timeline' && <TimelineTools {...props} />}
        <Menu
          label="Expand and collapse"
          align="end"
          items={[
            { label: 'Expand all', hint: ']', icon: 'expand', onSelect: structure.openAll },
            { label: 'Collapse all', hint: '[', icon: 'collapse', onSelect: structure.closeAll },
            { label: 'Expand one level', icon: 'plus', onSelect: structure.openLevel },
            { label: 'Collapse one level', icon: 'minus', onSelect: structure.closeLevel },
          ]}
          trigger={(trigger) => (
            <IconButton {...trigger} label="Expand and collapse" icon="expand" size="small" />
          )}
        />
      </span>
    </div>
  )
}

function TimelineTools({ structure, selected, showsCritical, onCritical }: ToolbarProps) {
  const { isZoomed, zoom } = structure
  return (
    <>
      <IconButton
        label={showsCritical ? 'Hide critical path' : 'Show critical path'}
        icon="path"
        size="small"
        pressed={showsCritical}
        onClick={() => onCritical(!showsCritical)}
      />
      <IconButton
        label={isZoomed ? 'Show whole trace' : 'Zoom to this call'}
        icon="zoom"
        size="small"
        pressed={isZoomed}
        onClick={() => zoom(isZoomed ? undefined : callWindow(structure, selected))}
      />
    </>
  )
}

type ErrorCountProps = Pick<ToolbarProps, 'selected' | 'onSelect'> & Pick<Structure, 'tree'>

/** Number of failed calls; a click goes to the next one. */
function ErrorCount({ tree, selected, onSelect }: ErrorCountProps) {
  const { length } = useMemo(() => errorsOf(tree), [tree])
  if (length === 0) return null
  const go = () => {
    const next = nextError(tree, selected)
    if (next !== undefined) onSelect(next)
  }
  return (
    <Button
      variant="ghost"
      size="small"
      icon="error"
      className={styles.errors}
      title="Go to the next error (E)"
      onClick={go}
    >
      {pluralize(length, 'error')}
    </Button>
  )
}

const callWindow = ({ tree }: Structure, index: number) => {
  const fromUs = tree.startUs[index] ?? 0
  return { fromUs, toUs: Math.max(fromUs + 1, tree.endUs[index] ?? 0) }
}

type SearchBoxProps = Pick<ToolbarProps, 'search' | 'structure' | 'selected' | 'onSelect'>

function SearchBox({ search, structure, selected, onSelect }: SearchBoxProps) {
  const { words, setWords, hits, isSearching } = search
  const at = hits.indexOf(selected)
  // Enter pressed while searching applies once the hits arrive.
  const [wanted, setWanted] = useState(0)
  const go = (step: number) => {
    if (isSearching) return setWanted(step)
    const hit = hits[nextHit(structure, hits, selected, step)]
    if (hit !== undefined) onSelect(hit)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the search ends.
  useEffect(() => {
    if (isSearching || wanted === 0) return
    setWanted(0)
    go(wanted)
  }, [isSearching, wanted])
  return (
    <search className={styles.search}>
      <TextInput
        label="Search this trace"
        type="search"
        placeholder="Search this trace"
        data-trace-search=""
        className={styles.searchInput}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') setWords('')
        }}
      />
      {words !== '' && (
        <>
          <span role="status" className={styles.hits}>
            {isSearching ? '…' : `${at < 0 ? '' : `${formatCount(at + 1)} of `}${formatCount(hits.length)}`}
          </span>
          <IconButton label="Previous match" icon="arrowUp" size="small" onClick={() => go(-1)} />
          <IconButton label="Next match" icon="arrowDown" size="small" onClick={() => go(1)} />
        </>
      )}
    </search>
  )
}

/** Index of the next or previous hit from the selected call, wrapping around. */
function nextHit({ tree }: Structure, hits: readonly number[], selected: number, step: number): number {
  const here = tree.position[selected] ?? 0
  const place = (hit: number) => tree.position[hit] ?? 0
  const found =
    step > 0 ? hits.findIndex((hit) => place(hit) > here) : hits.findLastIndex((hit) => place(hit) < here)
  if (found >= 0) return found
  return step > 0 ? 0 : hits.length - 1
}
