import { useUserNames } from '../../api/users.ts'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import styles from './Detail.module.css'
import { useJsonActions } from './PayloadSection.tsx'
import type { TabProps } from './tab-props.ts'

/** Attributes, summary and ids of the call. */
export function AttributesTab({ projectId, call }: TabProps) {
  const actions = useJsonActions(projectId)
  const nameOf = useUserNames(projectId)
  const facts: [string, string | null][] = [
    ['Call ID', call.id],
    ['Trace ID', call.trace_id],
    ['Parent ID', call.parent_id],
    ['Op', call.op_name],
    ['Thread', call.thread_id],
    ['Turn', call.turn_id],
    ['User', call.wb_user_id === null ? null : nameOf(call.wb_user_id)],
    ['Run', call.wb_run_id],
    ['Started', call.started_at],
    ['Ended', call.ended_at],
  ]
  return (
    <div className={styles.stack}>
      <section aria-label="Attributes">
        <h3>Attributes</h3>
        <JsonViewer label="Attributes" text={call.texts.attributes} base="attributes" actions={actions} />
      </section>
      <section aria-label="Summary">
        <h3>Summary</h3>
        <JsonViewer label="Summary" text={call.texts.summary} base="summary" actions={actions} />
      </section>
      <section aria-label="Record">
        <h3>Record</h3>
        <dl className={styles.record}>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
    </div>
  )
}
