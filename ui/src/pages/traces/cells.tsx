import type { CallRecord } from '@heddle/contract/calls'
import type { MouseEvent } from 'react'
import { KIND_ICONS, kindOf } from '../../call/kind.ts'
import { callName, opName } from '../../call/name.ts'
import { Duration } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { callPath } from '../../navigation/paths.ts'
import styles from './cells.module.css'

interface NameCellProps {
  readonly projectId: string
  readonly call: CallRecord
}

/** A link to the call's own page; a plain click leaves it to the row, which opens the call beside the table. */
export function NameCell({ projectId, call }: NameCellProps) {
  const { icon, label } = KIND_ICONS[kindOf(opName(call.op_name), call.attributes)]
  const leaveToRow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    // Where it keeps the focus, Enter would follow the link instead of opening what the keys chose since.
    event.currentTarget.blur()
  }
  return (
    <span className={styles.name} title={`${label}: ${callName(call)}`}>
      <Icon name={icon} size={14} />
      <a data-row-link href={callPath(projectId, call.id)} className={styles.link} onClick={leaveToRow}>
        {callName(call)}
      </a>
    </span>
  )
}

interface LatencyCellProps {
  readonly ms: number | undefined
  readonly maxMs: number
}

export function LatencyCell({ ms, maxMs }: LatencyCellProps) {
  const share = ms === undefined || maxMs === 0 ? 0 : Math.min(1, Math.max(0.02, ms / maxMs))
  return (
    <span className={styles.latency}>
      {ms !== undefined && (
        <span className={styles.track} aria-hidden="true" style={{ '--share': `${share * 100}%` }} />
      )}
      <Duration ms={ms} />
    </span>
  )
}
