import type { EvalResultsRecord } from '@heddle/contract/eval-results'
import { Chip } from '../../components/Chip.tsx'
import { formatCount } from '../../format/number.ts'

/** Says that the figures of a page are those of a part, where a run has more examples than are read. */
export function PartNotice({ results }: { readonly results: EvalResultsRecord | undefined }) {
  if (!results || results.rows.length >= results.total_rows) return null
  return (
    <Chip tone="warn">
      Only the first {formatCount(results.rows.length)} of {formatCount(results.total_rows)} examples are read
    </Chip>
  )
}
