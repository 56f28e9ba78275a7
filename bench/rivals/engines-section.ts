import { markdownTable } from '../report/markdown.ts'
import { formatted } from '../report/numbers.ts'
import { READS } from './contender.ts'
import type { EngineMeasurement } from './engines.ts'

/** Times that Heddle on ClickHouse has to be faster than the library. */
const AIM = 10

/** Both engines, and the library, as one table. */
export function enginesTable(measured: readonly EngineMeasurement[]): string {
  const [library, ours, embedded] = measured
  const head = ['', 'library : Heddle', 'aim', ...measured.map(({ name }) => name)]
  const row = (name: string, better: 'higher' | 'lower', value: (of?: EngineMeasurement) => number) => {
    const times = better === 'lower' ? value(library) / value(ours) : value(ours) / value(library)
    const missed = times >= AIM ? '✓' : `✗ by ${formatted(AIM / times)}×`
    return [
      name,
      Number.isNaN(times) ? '–' : `${formatted(times)}×`,
      Number.isNaN(times) ? '' : `≥ ${AIM}× ${missed}`,
      ...[library, ours, embedded].map((each) => textOf(value(each))),
    ]
  }
  return markdownTable(head, [
    row('calls/s stored and readable, batches of 500', 'higher', (of) => of?.callsPerSecond ?? Number.NaN),
    ...READS.map((name) =>
      row(`${name}, ms`, 'lower', (of) => {
        const result = of?.reads[name]
        return result && 'one' in result ? result.one : Number.NaN
      }),
    ),
  ])
}

const textOf = (value: number): string => (Number.isNaN(value) ? 'none' : formatted(value))
