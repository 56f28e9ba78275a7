import {
  type Comparison,
  type RunSummary,
  type Score,
  type Trial,
  trialScore,
} from '@heddle/contract/compare/scores'
import { Link } from 'wouter'
import { Duration, Money, Tokens } from '../../components/Figures.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { SidePane } from '../../components/SidePane.tsx'
import { InlineDiff } from '../../components/TextDiff/InlineDiff.tsx'
import { callPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { summaryName } from './ScoreBoard.tsx'
import { ExampleScore } from './ScoreValue.tsx'

interface ExamplePaneProps {
  readonly projectId: string
  readonly example: Comparison
  readonly summaries: readonly RunSummary[]
  readonly scores: readonly Score[]
  readonly onClose: () => void
}

/** One example: its inputs, and the output and scores of every run. */
export function ExamplePane({ projectId, example, summaries, scores, onClose }: ExamplePaneProps) {
  const [baseline] = example.cells
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
              trial={trial}
              scores={scores}
              baseline={runId === baseline?.runId ? undefined : baseline?.trials[0]?.model_output}
            />
          ))}
        </section>
      ))}
    </SidePane>
  )
}

interface TrialViewProps {
  readonly projectId: string
  readonly trial: Trial
  readonly scores: readonly Score[]
  /** Output of the baseline; undefined for the baseline itself. */
  readonly baseline: unknown
}

function TrialView({ projectId, trial, scores, baseline }: TrialViewProps) {
  const { model_output: output, model_latency_seconds: seconds } = trial
  return (
    <div className={styles.trial}>
      {typeof output === 'string' && typeof baseline === 'string' ? (
        <InlineDiff before={baseline} after={output} />
      ) : typeof output === 'string' ? (
        <p className={styles.trialOutput}>{output}</p>
      ) : (
        <JsonViewer label="Output" text={JSON.stringify(output ?? null)} />
      )}
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
      <Link href={callPath(projectId, trial.predict_and_score_call_id)}>Open trace</Link>
    </div>
  )
}

function nameOf(summaries: readonly RunSummary[], runId: string): string {
  const run = summaries.find(({ evaluation_call_id }) => evaluation_call_id === runId)
  return run ? summaryName(run) : runId
}
