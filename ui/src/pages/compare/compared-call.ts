import type { CallWithTexts } from '../../api/call.ts'
import { numberAt, valueAt } from '../../call/json.ts'
import { usageOf } from '../../call/usage.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import type { Compared, Figure } from './compare-rows.ts'

/** What of a call is compared. */
export function comparedCall(call: CallWithTexts): Compared {
  const { tokens, cost, models } = usageOf(call)
  const { inputs, output, attributes } = call.texts
  return {
    figures: [
      { name: 'Status', text: String(valueAt(call.summary, 'weave.status')) },
      figure('Duration', numberAt(call.summary, 'weave.latency_ms'), formatDuration),
      figure('Tokens', tokens, formatCount),
      figure('Cost', cost, formatMoney),
      { name: 'Model', text: models.join(', ') || '–' },
      { name: 'Op', text: call.op_name },
      { name: 'Exception', text: call.exception ?? '–' },
    ],
    payloads: { inputs, output, attributes },
  }
}

const figure = (name: string, value: number | undefined, format: (value: number) => string): Figure => ({
  name,
  text: value === undefined ? '–' : format(value),
  value,
  format,
})
