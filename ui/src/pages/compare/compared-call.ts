import type { CallWithTexts } from '../../api/call.ts'
import { numberAt, valueAt } from '../../call/json.ts'
import { usageOf } from '../../call/usage.ts'
import { formatCount, formatMoney } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import { parseRef } from '../../navigation/ref.ts'
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
      { name: 'Op', text: opText(call.op_name) },
      { name: 'Exception', text: call.exception ?? '–' },
    ],
    payloads: { inputs, output, attributes },
  }
}

function opText(op: string): string {
  const ref = parseRef(op)
  return ref ? `${ref.name}:${ref.digest.slice(0, 8)}` : op
}

const figure = (name: string, value: number | undefined, format: (value: number) => string): Figure => ({
  name,
  text: value === undefined ? '–' : format(value),
  value,
  format,
})
