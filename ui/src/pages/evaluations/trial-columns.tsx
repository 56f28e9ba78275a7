import { type Score, trialScore } from '@heddle/contract/compare/scores'
import { exceptionMessage, exceptionText } from '../../call/exception.ts'
import { Chip } from '../../components/Chip.tsx'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { Duration, MoneyCell, Tokens } from '../../components/Figures.tsx'
import { formatPreview } from '../../format/preview.ts'
import styles from './Page.module.css'
import { exampleText, expectedOf, type TrialRow } from './run.ts'
import { ExampleScore } from './ScoreValue.tsx'

interface TrialColumn extends DataColumn<TrialRow> {
  readonly sortValue: (row: TrialRow) => number | string | null
}

/** Columns of the trials of a run, each with the value to sort by. */
export function trialColumns(scores: readonly Score[]): TrialColumn[] {
  const text = (id: string, title: string, textOf: (row: TrialRow) => string): TrialColumn => ({
    id,
    title,
    width: 150,
    grow: 1,
    sortable: true,
    sortValue: (row) => textOf(row) || null,
    cell: (row) => (
      <span className={styles.text} title={textOf(row)}>
        {textOf(row)}
      </span>
    ),
  })
  return [
    text('input', 'Input', ({ example }) => exampleText(example)),
    text('expected', 'Expected', ({ example }) => formatPreview(expectedOf(example) ?? null)),
    {
      ...text('output', 'Output', ({ trial, error }) =>
        error === undefined
          ? formatPreview(trial.model_output ?? null)
          : formatPreview(exceptionMessage(error)),
      ),
      cell: ({ trial, error }) =>
        error === undefined ? (
          <span className={styles.text}>{formatPreview(trial.model_output ?? null)}</span>
        ) : (
          <Chip tone="bad" icon="error" title={exceptionText(error)}>
            {formatPreview(exceptionMessage(error))}
          </Chip>
        ),
    },
    ...scores.map(
      (score): TrialColumn => ({
        id: `score ${score.id}`,
        title: score.id,
        width: 124,
        align: 'end',
        sortable: true,
        sortValue: ({ trial }) => trialScore([trial], score),
        cell: ({ trial }) => <ExampleScore score={score} value={trialScore([trial], score)} />,
      }),
    ),
    {
      id: 'latency',
      title: 'Latency',
      width: 80,
      align: 'end',
      sortable: true,
      sortValue: ({ trial }) => trial.model_latency_seconds,
      cell: ({ trial: { model_latency_seconds: seconds } }) => (
        <Duration ms={seconds === null ? null : seconds * 1000} />
      ),
    },
    {
      id: 'tokens',
      title: 'Tokens',
      width: 72,
      align: 'end',
      sortable: true,
      sortValue: ({ trial }) => trial.total_tokens,
      cell: ({ trial }) => <Tokens count={trial.total_tokens} />,
    },
    {
      id: 'cost',
      title: 'Cost',
      width: 96,
      align: 'end',
      sortable: true,
      sortValue: ({ trial }) => trial.total_cost,
      cell: ({ trial }) => <MoneyCell dollars={trial.total_cost} />,
    },
  ]
}
