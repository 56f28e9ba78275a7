import type { CallWithTexts } from '../../api/call.ts'
import { useSimilarCalls } from '../../api/related-calls.ts'
import { valueAt } from '../../call/json.ts'
import { callName } from '../../call/name.ts'
import { Button } from '../../components/Button.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Popover } from '../../components/Popover.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { AddById } from './AddById.tsx'
import styles from './Compare.module.css'

interface AddCallProps {
  readonly projectId: string
  /** Calls of the same op are offered. */
  readonly like: CallWithTexts | undefined
  readonly chosen: readonly string[]
  readonly onAdd: (id: string) => void
}

export function AddCall({ projectId, like, chosen, onAdd }: AddCallProps) {
  const { data: similar = [] } = useSimilarCalls(projectId, like?.op_name)
  const offered = similar.filter((call) => !chosen.includes(call.id))
  return (
    <Popover
      label="Add a call"
      align="end"
      trigger={(props) => (
        <Button {...props} icon="plus">
          Add call
        </Button>
      )}
    >
      {(close) => {
        const choose = (chosenId: string) => {
          close()
          onAdd(chosenId)
        }
        return (
          <div className={styles.add}>
            <AddById projectId={projectId} chosen={chosen} onAdd={choose} />
            <ul className={styles.offered}>
              {offered.map((call) => (
                <li key={call.id}>
                  <button type="button" className={styles.offer} onClick={() => choose(call.id)}>
                    <StatusDot status={callStatus(valueAt(call.summary, 'weave.status'))} />
                    <span>{callName(call)}</span>
                    <TimeAgo at={call.started_at} />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      }}
    </Popover>
  )
}
