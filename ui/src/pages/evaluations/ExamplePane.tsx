import {
  type Comparison,
  type RunSummary,
  type Score,
  type Trial,
  trialScore,
} from '@heddle/contract/compare/scores'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { useRunErrors } from '../../api/evaluations.ts'
import { exceptionMessage } from '../../call/exception.ts'
import { Button } from '../../components/Button.tsx'
import { Duration, Money, Tokens } from '../../components/Figures.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { LongText } from '../../components/LongText.tsx'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { SidePane } from '../../components/SidePane.tsx'
import { InlineDiff } from '../../components/TextDiff/InlineDiff.tsx'
import { useSearchParam } from '../../navigation/params.ts'
import { callPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { callIdsOf, trialError } from './run.ts'
import { summaryName } from './ScoreBoard.tsx'
import { ExampleScore } from './ScoreValue.tsx'

const Peek = lazyComponent(() => import('../../trace/Peek.tsx'))

interface ExamplePaneProps {
  readonly projectId: string
  readonly example: Comparison
  readonly summaries: readonly RunSummary[]
  readonly scores: readonly Score[]
  readonly onClose: () => void
}

/** One example beside the rows, or the trace of one of its trials: `trace` of the URL. */
export function ExamplePane(props: ExamplePaneProps) {
  const [traceOf, setTraceOf] = useSearchParam('trace')
  const ids = props.example.cells.flatMap(({ trials }) =>
    trials.map(({ predict_and_score_call_id: id }) => id),
  )
  // Another example shows the trace of its own trial.
  const callId = traceOf === undefined ? undefined : (ids.find((id) => id === traceOf) ?? ids[0])
  useForgottenSelection(callId)
  if (callId === undefined) return <Example {...props} onTrace={setTraceOf} />
  return (
    <div className={styles.peek}>
      <Peek callId={callId} onClose={() => setTraceOf(undefined)} />
    </div>
  )
}

/** All trials of a run are in one trace: the call selected for one of them is not that of the next. */
function useForgottenSelection(callId: string | undefined): void {
  const [, setCall] = useSearchParam('call')
  const shown = useRef(callId)
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== callId) setCall(undefined, { replace: true })
    shown.current = callId
  }, [callId, setCall])
}

interface ExampleProps extends ExamplePaneProps {
  readonly onTrace: (callId: string) => void
}

/** The inputs of an example, and the output and scores of every run. */
function Example({ projectId, example, summaries, scores, onTrace, onClose }: ExampleProps) {
  const [baseline] = example.cells
  const callIds = useMemo(() => callIdsOf(example.cells.flatMap(({ trials }) => trials)), [example])
  const { data: errors } = useRunErrors(projectId, callIds)
  return (
    <SidePane title="Example" onClose={onClose}>
      <JsonViewer label="Example" text={JSON.stringify(example.example ?? null)} />
      {example.cells.map(({ runId, trials }) => (
        <section key={runId} className={styles.runResult}>
          <h3>{nameOf(summaries, runId)}</h3>
          {trials.length === 0 && <p className={styles.note}>This run did not include the example.</p>}
          {trials.map((trial) => (
            <TrialView
              key={trial.predict_and_score_call_id}
              projectId={projectId}
              onTrace={onTrace}
              trial={trial}
              scores={scores}
              error={errors && trialError(trial, errors)}
              baseline={runId === baseline?.runId ? undefined : baseline?.trials[0]?.model_output}
            />
          ))}
        </section>
      ))}
    </SidePane>
  )
}

interface TrialViewProps extends Pick<ExampleProps, 'projectId' | 'onTrace'> {
  readonly trial: Trial
  readonly scores: readonly Score[]
  readonly error: string | undefined
  /** Output of the baseline; undefined for the baseline itself. */
  readonly baseline: unknown
}

function TrialView({ projectId, onTrace, trial, scores, error, baseline }: TrialViewProps) {
  const { model_output: output, model_latency_seconds: seconds } = trial
  return (
    <div className={styles.trial}>
      {error !== undefined && (
        <div className={styles.trialError}>
          <LongText text={exceptionMessage(error)} />
        </div>
      )}
      {typeof output === 'string' && typeof baseline === 'string' ? (
        <InlineDiff before={baseline} after={output} />
      ) : typeof output === 'string' ? (
        <p className={styles.trialOutput}>{output}</p>
      ) : error === undefined || (output ?? null) !== null ? (
        <JsonViewer label="Output" text={JSON.stringify(output ?? null)} />
      ) : null}
      <dl className={styles.facts}>
        {scores.map((score) => (
          <div key={score.id}>
            <dt>{score.id}</dt>
            <dd>
              <ExampleScore score={score} value={trialScore([trial], score)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Latency</dt>
          <dd>
            <Duration ms={seconds === null ? null : seconds * 1000} />
          </dd>
        </div>
        <div>
          <dt>Tokens</dt>
          <dd>
            <Tokens count={trial.total_tokens} />
          </dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>
            <Money dollars={trial.total_cost} />
          </dd>
        </div>
      </dl>
      <div className={styles.trialActions}>
        <Button size="small" icon="trace" onClick={() => onTrace(trial.predict_and_score_call_id)}>
          Show trace
        </Button>
        <Link href={callPath(projectId, trial.predict_and_score_call_id)}>Full page</Link>
      </div>
    </div>
  )
}

function nameOf(summaries: readonly RunSummary[], runId: string): string {
  const run = summaries.find(({ evaluation_call_id }) => evaluation_call_id === runId)
  return run ? summaryName(run) : runId
}
