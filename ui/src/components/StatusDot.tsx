import type { CallStatus } from '@heddle/contract/call/status'
import type { ReactElement } from 'react'
import { classes } from './classes.ts'
import styles from './StatusDot.module.css'

const LABELS: Record<CallStatus, string> = {
  success: 'Success',
  error: 'Error',
  running: 'Running',
  descendant_error: 'Error in a nested call',
}

const SIZE = { width: 10, height: 10, viewBox: '0 0 10 10' }

/** Each status has its own shape, so that colour is not the only cue. */
const SHAPES: Record<CallStatus, ReactElement> = {
  success: <circle cx="5" cy="5" r="3.5" fill="currentColor" />,
  error: <path d="M5 .8l4.600 8.400H.4z" fill="currentColor" />,
  descendant_error: (
    <path
      d="M5 1.800l3.600 6.600H1.400z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.500"
      strokeLinejoin="round"
    />
  ),
  running: (
    <path
      d="M5 1.2A3.8 3.8 0 1 0 8.8 5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.600"
      strokeLinecap="round"
    />
  ),
}

export function StatusDot({
  status,
  withLabel = false,
}: {
  readonly status: CallStatus
  readonly withLabel?: boolean
}) {
  return (
    <span className={classes(styles.status, styles[status])} title={LABELS[status]}>
      {withLabel ? (
        <>
          <svg {...SIZE} aria-hidden="true">
            {SHAPES[status]}
          </svg>
          {LABELS[status]}
        </>
      ) : (
        <svg {...SIZE} role="img" aria-label={LABELS[status]}>
          {SHAPES[status]}
        </svg>
      )}
    </span>
  )
}

const isCallStatus = (value: unknown): value is CallStatus =>
  typeof value === 'string' && Object.hasOwn(LABELS, value)

/** Parses a status; unknown values count as running. */
export const callStatus = (value: unknown): CallStatus => (isCallStatus(value) ? value : 'running')
