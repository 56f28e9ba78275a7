import { formatDuration } from '../format/duration.ts'
import { formatMoney } from '../format/money.ts'
import { formatCompact, formatCount } from '../format/number.ts'

/** What is not known is shown as nothing, never as zero. */
const Unknown = () => <span aria-hidden="true">–</span>

export function Duration({ ms }: { readonly ms: number | null | undefined }) {
  return ms === null || ms === undefined ? <Unknown /> : <span title={`${ms} ms`}>{formatDuration(ms)}</span>
}

export function Money({ dollars }: { readonly dollars: number | null | undefined }) {
  if (dollars === null || dollars === undefined) return <Unknown />
  return <span title={`$${dollars}`}>{formatMoney(dollars)}</span>
}

export function Tokens({ count }: { readonly count: number | null | undefined }) {
  if (count === null || count === undefined) return <Unknown />
  return <span title={`${formatCount(count)} tokens`}>{formatCompact(count)}</span>
}
