import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../components/Button.tsx'
import { classes } from '../components/classes.ts'
import { TextField } from '../components/Field.tsx'
import { Icon } from '../components/icons.tsx'
import { Popover } from '../components/Popover.tsx'
import { formatUtc } from '../format/time.ts'
import { useNow } from '../timing.ts'
import styles from './RangePicker.module.css'
import { customBounds, PRESETS, type RangeBounds, rangeLabel, rangeProblem, rangeText } from './time-range.ts'
import type { TimeRange } from './useTimeRange.ts'

interface RangePickerProps {
  readonly range: TimeRange
}

/** Shows the time range of the page, and changes it. */
export function RangePicker({ range: { text, bounds, setRange } }: RangePickerProps) {
  const now = useNow()
  const problem = rangeProblem(text, now)
  return (
    <div className={styles.picker}>
      {problem !== undefined && (
        <span className={styles.problem} role="alert" title={problem}>
          <Icon name="error" size={12} /> Unknown time range
        </span>
      )}
      <Popover
        label="Time range"
        align="end"
        trigger={(props) => (
          <Button {...props} className={styles.button} title={utcTitle(bounds)}>
            <Icon name="clock" size={14} />
            <span className="visually-hidden">Time range: </span>
            {rangeLabel(text, now)}
            <Icon name="chevronDown" size={12} />
          </Button>
        )}
      >
        {(close) => (
          <RangeForm
            text={text}
            bounds={bounds}
            onPick={(next) => {
              close()
              setRange(next)
            }}
          />
        )}
      </Popover>
      {text !== undefined && (
        <IconButton label="Show all time" icon="close" onClick={() => setRange(undefined)} />
      )}
    </div>
  )
}

/** Exact bounds on hover. */
function utcTitle({ from, to }: RangeBounds): string | undefined {
  if (!from && !to) return undefined
  return `${from ? formatUtc(from) : 'the beginning'} – ${to ? formatUtc(to) : 'now'}`
}

interface RangeFormProps {
  readonly text: string | undefined
  readonly bounds: RangeBounds
  readonly onPick: (text: string | undefined) => void
}

function RangeForm({ text, bounds, onPick }: RangeFormProps) {
  const [from, setFrom] = useState(() => localText(bounds.from))
  const [to, setTo] = useState(() => localText(bounds.to))
  const custom = customBounds(from, to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (custom) onPick(rangeText(custom))
  }
  return (
    <div className={styles.panel}>
      <ul className={styles.presets}>
        {PRESETS.map((preset) => (
          <li key={preset.label}>
            <button
              type="button"
              className={classes(styles.preset, preset.text === text && styles.chosen)}
              aria-pressed={preset.text === text}
              onClick={() => onPick(preset.text)}
            >
              {preset.label}
            </button>
          </li>
        ))}
      </ul>
      <form className={styles.custom} onSubmit={submit}>
        <TextField
          label="From (local time)"
          type="datetime-local"
          step="1"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          label="To"
          hint="Leave empty for an open end."
          type="datetime-local"
          step="1"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" disabled={!custom}>
          Apply
        </Button>
      </form>
    </div>
  )
}

/** Value of a `datetime-local` input, in seconds. */
function localText(at: Date | undefined): string {
  if (!at) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
