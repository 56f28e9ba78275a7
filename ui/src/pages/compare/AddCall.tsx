import { valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import { type FormEvent, useEffect, useState } from 'react'
import { type CallWithTexts, useCallsById } from '../../api/call.ts'
import { useSimilarCalls } from '../../api/related-calls.ts'
import { Button } from '../../components/Button.tsx'
import { TextInput } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Popover } from '../../components/Popover.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { errorMessage } from '../../format/error-message.ts'
import styles from './Compare.module.css'

interface AddCallProps {
  readonly projectId: string
  /** Calls of the same op are suggested. */
  readonly like: CallWithTexts | undefined
  readonly chosen: readonly string[]
  readonly onAdd: (id: string) => void
}

export function AddCall({ projectId, like, chosen, onAdd }: AddCallProps) {
  const { data: similar = [] } = useSimilarCalls(projectId, like?.op_name)
  const offered = similar.filter((call) => !chosen.includes(call.id))
  return (
    <Popover
      label="Add call"
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

interface AddByIdProps {
  readonly projectId: string
  readonly chosen: readonly string[]
  /** Called only with ids of existing calls. */
  readonly onAdd: (id: string) => void
}

/** Adds a call by id, if it exists. */
function AddById({ projectId, chosen, onAdd }: AddByIdProps) {
  const [id, setId] = useState('')
  const [asked, setAsked] = useState<string>()
  const [found] = useCallsById(projectId, asked === undefined ? [] : [asked])
  const isChosen = asked !== undefined && chosen.includes(asked)

  const isFound = !isChosen && found?.data != null
  useEffect(() => {
    if (isFound && asked !== undefined) onAdd(asked)
  }, [isFound, asked, onAdd])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(id.trim() === '' ? undefined : id.trim())
  }
  const problem = isChosen ? 'This call is already in the comparison.' : found && problemOf(found)
  return (
    <form onSubmit={submit}>
      <div className={styles.addForm}>
        <TextInput
          label="Call ID"
          placeholder="Paste a call ID"
          value={id}
          onChange={(event) => {
            setId(event.currentTarget.value)
            setAsked(undefined)
          }}
        />
        <Button type="submit" disabled={found?.isPending === true}>
          Add
        </Button>
      </div>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function problemOf({ data, error }: { readonly data: unknown; readonly error: unknown }): string | undefined {
  if (error) return errorMessage(error)
  return data === null ? 'No call has this ID.' : undefined
}
