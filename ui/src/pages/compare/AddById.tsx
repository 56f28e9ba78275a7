import { type FormEvent, useEffect, useState } from 'react'
import { useCallsById } from '../../api/call.ts'
import { Button } from '../../components/Button.tsx'
import { TextInput } from '../../components/Field.tsx'
import { reasonOf } from '../../format/reason.ts'
import styles from './Compare.module.css'

interface AddByIdProps {
  readonly projectId: string
  readonly chosen: readonly string[]
  /** Hears only of calls that there are. */
  readonly onAdd: (id: string) => void
}

/** Adds the call of an id once it is found. */
export function AddById({ projectId, chosen, onAdd }: AddByIdProps) {
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
  const problem = isChosen ? 'This call is compared already.' : found && problemOf(found)
  return (
    <form onSubmit={submit}>
      <div className={styles.addForm}>
        <TextInput
          label="Call id"
          placeholder="Paste a call id"
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
  if (error) return reasonOf(error)
  return data === null ? 'There is no call with this id.' : undefined
}
