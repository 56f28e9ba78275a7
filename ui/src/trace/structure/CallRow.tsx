import { countBelow, durationUs, type TraceTree } from '@heddle/contract/compare/tree'
import { memo } from 'react'
import { callKind } from '../../call/kind.ts'
import { classes } from '../../components/classes.ts'
import { Duration, MoneyCell, Tokens } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { StatusDot } from '../../components/StatusDot.tsx'
import grid from '../../components/TreeGrid.module.css'
import { KindIcon } from '../KindIcon.tsx'
import kindColours from '../Trace.module.css'
import styles from './Structure.module.css'
import { barPlace, type TimeWindow } from './time-scale.ts'

export interface CallRowProps {
  readonly id: string
  readonly tree: TraceTree
  readonly index: number
  readonly top: number
  /** Undefined without a timeline. */
  readonly window: TimeWindow | undefined
  /** Undefined without a column of previews. */
  readonly preview: string | undefined
  readonly isClosed: boolean
  readonly isSelected: boolean
  readonly isHit: boolean
  /** Undefined while the critical path is hidden. */
  readonly isCritical: boolean | undefined
  readonly onSelect: (index: number) => void
  readonly onToggle: (index: number) => void
}

export const CallRow = memo(function CallRow(props: CallRowProps) {
  const { id, tree, index, top, window, preview, isClosed, isSelected, isHit, isCritical, onSelect } = props
  const { calls } = tree.skeleton
  const isRunning = calls.duration_us[index] === null
  const below = countBelow(tree, index)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the treegrid handles keys.
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-level={(tree.depth[index] ?? 0) + 1}
      aria-expanded={below > 0 ? !isClosed : undefined}
      aria-selected={isSelected}
      className={classes(
        grid.columns,
        grid.row,
        styles.columns,
        styles.row,
        isHit && styles.hit,
        isCritical === false && styles.dimmed,
      )}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(index)}
    >
      <NameCell {...props} below={below} />
      {preview !== undefined && (
        <div role="gridcell" tabIndex={-1} className={styles.preview} title={preview}>
          {preview}
        </div>
      )}
      {window && (
        <div role="gridcell" tabIndex={-1} className={styles.waterfall}>
          <Bar {...props} window={window} isRunning={isRunning} />
        </div>
      )}
      <div role="gridcell" tabIndex={-1} className={classes(grid.figure, styles.figure)}>
        <Tokens count={calls.tokens[index]} />
      </div>
      <div role="gridcell" tabIndex={-1} className={classes(grid.figure, styles.figure)}>
        <MoneyCell dollars={calls.cost[index]} />
      </div>
      <div role="gridcell" tabIndex={-1} className={classes(grid.figure, styles.duration)}>
        {isRunning ? 'running' : <Duration ms={durationUs(tree, index) / 1000} />}
      </div>
    </div>
  )
})

function NameCell({ tree, index, below, isClosed, onToggle }: CallRowProps & { readonly below: number }) {
  return (
    <div role="gridcell" tabIndex={-1} className={styles.name} style={{ '--depth': tree.depth[index] ?? 0 }}>
      <span className={styles.indent} />
      {below > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={isClosed ? 'Expand' : 'Collapse'}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(index)
          }}
        >
          <Icon name={isClosed ? 'chevronRight' : 'chevronDown'} size={12} />
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      <StatusDot status={tree.skeleton.calls.status[index] ?? 'running'} />
      <KindIcon kind={callKind(tree, index)} />
      <span className={styles.label} title={tree.names[index]}>
        {tree.names[index]}
      </span>
      {isClosed && below > 0 && <span className={styles.below}>{below}</span>}
    </div>
  )
}

interface BarProps extends Pick<CallRowProps, 'tree' | 'index' | 'isCritical'> {
  readonly window: TimeWindow
  readonly isRunning: boolean
}

function Bar({ tree, index, window, isCritical, isRunning }: BarProps) {
  const place = barPlace(window, tree.startUs[index] ?? 0, tree.endUs[index] ?? 0)
  if (!place) return null
  const kind = callKind(tree, index)
  const isError = tree.skeleton.calls.status[index] === 'error'
  return (
    <span
      className={classes(
        styles.bar,
        kindColours[kind],
        (kind === 'agent' || kind === 'chain' || kind === 'call') && styles.around,
        isError && styles.failed,
        isRunning && styles.running,
        isCritical && styles.critical,
      )}
      style={{ left: `${place.left}%`, width: `${place.width}%` }}
    />
  )
}
