import type { CallWithTexts } from '../../api/call.ts'
import { callName } from '../../call/name.ts'
import { Select } from '../../components/Field.tsx'
import { formatLocal } from '../../format/time.ts'
import styles from './Compare.module.css'

interface OtherSelectProps {
  /** All but the baseline. */
  readonly calls: readonly CallWithTexts[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** Which call's trace is compared with that of the baseline. Calls are counted as their columns are. */
export function OtherSelect({ calls, chosen, onChoose }: OtherSelectProps) {
  const now = new Date()
  return (
    <Select
      label="Compared with the baseline"
      className={styles.other}
      options={calls.map((call, at) => ({
        value: call.id,
        label: `${at + 2}: ${callName(call)}, ${formatLocal(new Date(call.started_at), now)}`,
      }))}
      value={chosen}
      onChange={onChoose}
    />
  )
}
