import { isObject } from '../../call/json.ts'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { formatPreview } from '../../format/preview.ts'
import type { Comparison } from './comparison.ts'
import styles from './Page.module.css'
import { summaryName } from './ScoreBoard.tsx'
import { ExampleScore } from './ScoreValue.tsx'
import type { RunSummary, Score } from './scores.ts'

/** The example, then what each run made of it. */
export function comparisonColumns(
  summaries: readonly RunSummary[],
  score: Score | undefined,
): DataColumn<Comparison>[] {
  return [
    {
      id: 'example',
      title: 'Example',
      width: 240,
      grow: 1,
      cell: ({ example, digest }) => <span className={styles.text}>{exampleText(example) || digest}</span>,
    },
    ...summaries.map(
      (run): DataColumn<Comparison> => ({
        id: run.evaluation_call_id,
        title: summaryName(run),
        width: 220,
        grow: 1,
        cell: ({ cells }) => {
          const cell = cells.find(({ runId }) => runId === run.evaluation_call_id)
          if (!cell) return null
          return (
            <span className={styles.outcome}>
              {score && <ExampleScore score={score} value={cell.value} delta={cell.delta} />}
              <span className={styles.output}>{formatPreview(cell.trials[0]?.model_output)}</span>
            </span>
          )
        },
      }),
    ),
  ]
}

/** The first text of an example says best which it is. */
function exampleText(example: unknown): string {
  const texts = isObject(example) ? Object.values(example).filter((value) => typeof value === 'string') : []
  return formatPreview(texts[0] ?? example)
}
