import { useRef, useState } from 'react'
import { useSqlAnswer } from '../../api/sql.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import { useTimeRange } from '../../range/useTimeRange.ts'
import { Answer } from './Answer.tsx'
import { Editor } from './Editor.tsx'
import styles from './Page.module.css'
import { Tables } from './Tables.tsx'

const FIRST_QUESTION = `select date(started_at) as day, count(*) as calls, sum(status = 'error') as errors
from calls
group by day
order by day`

/** Questions in SQL about the project, with their answer as table and chart. */
export default function SqlPage() {
  const projectId = useProjectId()
  const range = useTimeRange()
  const [asked, setAsked] = useSearchParam('sql')
  const [text, setText] = useState(asked ?? FIRST_QUESTION)
  const [shown, setShown] = useState(asked)
  // Back, Forward or a link.
  if (asked !== shown) {
    setShown(asked)
    if (asked !== undefined) setText(asked)
  }
  const [run, setRun] = useState(0)
  const editor = useRef<HTMLTextAreaElement>(null)
  const { data, error, isFetching, cancel } = useSqlAnswer(projectId, asked, range.bounds, run)
  const ask = () => {
    if (text !== asked) setAsked(text)
    setRun(run + 1)
  }
  const insert = (word: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = editor.current ?? {}
    setText(text.slice(0, selectionStart) + word + text.slice(selectionEnd))
    editor.current?.focus()
  }
  return (
    <div className={styles.page}>
      <PageHeader title="SQL" actions={<RangePicker range={range} />} />
      <div className={styles.columns}>
        <Tables onChoose={insert} />
        <div className={styles.main}>
          <Editor
            ref={editor}
            text={text}
            onText={setText}
            error={error && text === asked ? errorMessage(error) : undefined}
            isRunning={isFetching}
            onRun={ask}
            onCancel={cancel}
          />
          {isFetching && <Skeleton height="160px" />}
          {!isFetching && error && text !== asked && (
            <ErrorState title="The last query failed" error={error} />
          )}
          {!isFetching && data && <Answer answer={data} />}
          {!isFetching && !data && !error && (
            <EmptyState title="Ask about this project" icon="database">
              Write one SELECT in SQLite’s dialect, using the tables listed here. It sees only calls in the
              time range.
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  )
}
