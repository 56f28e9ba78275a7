import { markdownTable } from '../report/markdown.ts'
import { formatted } from '../report/numbers.ts'
import { barChart, lineChart } from '../report/svg.ts'
import type { DiskUse } from './disk.ts'
import { enginesTable } from './engines-section.ts'
import type { Growth } from './growth.ts'
import type { Mixed } from './mixed.ts'
import type { Part, Parts, Results } from './results.ts'
import { advantage, aimText, RESOURCE_ROWS, type Rounds, type Row, readRows, textOf } from './rows.ts'

/** docs/performance.md. Parts that have not been run are left out. */
export function pageOf(results: Results): string {
  const { rivals, engines, ceilings, growth, mixed, disk } = results
  const sections = [
    INTRODUCTION,
    rivals && rivalsSection(rivals),
    engines && enginesSection(engines),
    ceilings && ceilingsSection(ceilings),
    growth && growthSection(growth),
    mixed && mixedSection(mixed),
    disk && diskSection(disk),
  ]
  return `${sections.filter((section) => section !== undefined).join('\n\n')}\n`
}

/** The plots of the page by file name. */
export function plotsOf({ rivals, growth }: Results): ReadonlyMap<string, string> {
  const plots = new Map<string, string>()
  if (rivals) {
    const { others, ours } = sides(rivals)
    const rows = [...RESOURCE_ROWS, ...readRows('one')]
    const bars = rows.map((row) => ({ name: row.name, value: advantage(row, others, ours) }))
    plots.set(
      'performance-rivals.svg',
      barChart({ title: 'Heddle (OTLP): times better than the better rival', par: 1, bars }),
    )
  }
  if (growth) {
    const { sizes, reads } = growth.measured
    const series = reads.map(({ name, ms }) => ({ name, values: ms }))
    const columns = sizes.map((size) => `${formatted(size)} calls`)
    plots.set(
      'performance-growth.svg',
      lineChart({ title: 'Median response time as data grows', columns, unit: 'ms', series }),
    )
  }
  return plots
}

const INTRODUCTION = `# Performance

This page is written by \`npm run bench:rivals\`, described in [benchmarks](guide/benchmarks.md#beside-other-services). Rates on a
shared machine vary by a third; ratios within one run vary less. ✓ and ✗ tell whether Heddle reaches its aim; "✗ by 2×" means that
it takes twice as long, or reaches half.`

const circumstances = ({ date, commit, machine }: Part<unknown, unknown>): string =>
  `Measured ${date.replace('T', ' ')} UTC at commit ${commit}: ${machine}.`

const OTLP = 'Heddle, OTLP'
const NATIVE = 'Heddle, native'

function sides({ measured }: Parts['rivals']) {
  const named = (name: string) => measured.find(([first]) => first?.name === name) ?? []
  const isOurs = ([first]: Rounds) => first?.name === OTLP || first?.name === NATIVE
  return { others: measured.filter((rounds) => !isOurs(rounds)), ours: named(OTLP), native: named(NATIVE) }
}

function rivalsSection(part: Parts['rivals']): string {
  const { spans, longTraceSpans, rounds } = part.plan
  const versions = part.measured.map(([first]) => `${first?.name} ${first?.version}`).join('; ')
  const [sent] = part.measured.flat().map(({ bytesPerSpan }) => formatted(bytesPerSpan.sent / 1000))
  return `## Beside other services

![How many times better Heddle is than the better of the two, row by row](images/performance-rivals.svg)

${circumstances(part)} ${versions}. Each with its default settings and SQLite, one after the other${
    rounds > 1 ? `, ${rounds} rounds, medians` : ''
  }.

The same ${formatted(spans)} model requests for all, in traces of 5 to 10, with 1.5 KB (80%) or 8 KB (20%) of chat JSON each, ${sent} KB a span as OTLP, on
4 connections. Rates, and CPU time until readable, are those of the last four fifths of the spans: by then a
service has compiled its code and filled its caches. The first fifth has a row of its own; reads are asked as often before without taking the time. For the reads, one trace of ${formatted(longTraceSpans)} spans in addition. \`native\` is the same data as starts and ends to
\`/call/upsert_batch\`. The first column is what Heddle with OTLP does better than the better rival.

${comparison(part, RESOURCE_ROWS)}

### Reads with one client, ms

${comparison(part, readRows('one'))}

### The same with four clients, ms

${comparison(part, readRows('four'))}

A read takes until its last byte has arrived. The number of rows in the answer was checked before and after each read was timed. \`none\`: the service cannot be asked for this. MLflow reads a span with its trace, and finds traces, not spans, by model or phrase;
it gets them as its client does, with a search and a second request. The first page is the request for the rows that the UI of each sends: 30 spans of Phoenix, 100 traces of MLflow, 40 calls of Heddle.`
}

function comparison(part: Parts['rivals'], rows: readonly Row[]): string {
  const { others, ours, native } = sides(part)
  const names = others.map(([first]) => first?.name ?? '')
  const head = ['', 'best rival : Heddle OTLP', ': native', 'aim', ...names, OTLP, NATIVE]
  const times = (value: number) =>
    Number.isNaN(value) ? '–' : `${value < 1 ? '**' : ''}${formatted(value)}×${value < 1 ? '**' : ''}`
  return markdownTable(
    head,
    rows.map((row) => [
      row.name,
      times(advantage(row, others, ours)),
      times(advantage(row, others, native)),
      aimText(row, ours),
      ...[...others, ours, native].map((rounds) => textOf(row, rounds)),
    ]),
  )
}

function enginesSection(part: Parts['engines']): string {
  const { spans, longTraceSpans } = part.plan
  const versions = part.measured.map(({ name, version }) => `${name} ${version}`).join('; ')
  return `## On ClickHouse

${circumstances(part)} ${versions}. One after the other, each on an empty database; ClickHouse and the server on the same machine. ${formatted(spans)} calls and one trace of
${formatted(longTraceSpans)} in native batches on 4 connections, with the ids that SDKs send (UUIDv7); the rate is that of the last four fifths of the calls, and reads are medians with one client, in ms.

${enginesTable(part.measured)}`
}

const INGEST_AIM = 0.6

function ceilingsSection(part: Parts['ceilings']): string {
  const rates = part.measured
  const share = (http: string, bare: RegExp) => {
    const own = rates.find(({ name }) => name === http)?.callsPerSecond ?? Number.NaN
    return own / Math.max(...rates.filter(({ name }) => bare.test(name)).map((rate) => rate.callsPerSecond))
  }
  const shares = [
    ['/call/upsert_batch', share('HTTP, /call/upsert_batch', /, starts and ends$/)],
    ['/calls/complete', share('HTTP, /calls/complete', /, whole calls$/)],
  ] as const
  const rows = rates.map(({ name, callsPerSecond, cpuMicrosPerCall, bytesPerCall }) => [
    name,
    ...[callsPerSecond, cpuMicrosPerCall, bytesPerCall].map(formatted),
  ])
  return `## Beside the bare engine

${circumstances(part)} The same calls of 1.5 KB over HTTP, straight into the storage engine, and into SQLite with its statements alone. All wait for the disk.

${markdownTable(
  ['share of the faster way into the engine', 'measured', 'aim'],
  shares.map(([name, value]) => [name, formatted(value), bound(value, INGEST_AIM, 'least')]),
)}

${markdownTable(['durable ingest', 'calls/s', 'CPU µs/call', 'disk bytes/call'], rows)}`
}

/** Reads whose time must not grow by more than half from the smallest size to a million. */
const STEADY = new Set([
  'one span by id',
  'one trace (5–10 spans)',
  'first page as its UI asks',
  'newest 50 roots, full',
  'newest 50 by model',
  'count by name',
  'count by model',
  'count by user',
  'count by temperature > x',
])
const GROWTH_AIM = 1.5
/** Milliseconds at a million calls. */
const MILLION_AIMS: Readonly<Record<string, number>> = {
  'count by temperature > x': 50,
  'top 50 by temperature': 50,
  'slowest 50': 50,
  'most expensive 50': 50,
  'newest 50 with a rare phrase in the input': 150,
  'dashboard, all calls': 50,
}
const MILLION = 1_000_000

function growthSection(part: Part<unknown, Growth>): string {
  const { sizes, reads, bytesPerCall, callsPerSecond, startSeconds } = part.measured
  const million = sizes.indexOf(MILLION)
  const last = sizes.length - 1
  const growthOf = (ms: readonly number[]) =>
    (ms[million === -1 ? last : million] ?? Number.NaN) / (ms[0] ?? Number.NaN)
  const rows = reads.map(({ name, ms }) => [
    name,
    ...ms.map(formatted),
    `${formatted(growthOf(ms))}×`,
    STEADY.has(name) ? bound(growthOf(ms), GROWTH_AIM, 'most') : '',
    name in MILLION_AIMS && million !== -1
      ? bound(ms[million] ?? Number.NaN, MILLION_AIMS[name] ?? 0, 'most')
      : '',
  ])
  const other = (name: string, values: readonly number[]) => [name, ...values.map(formatted), '', '', '']
  const head = [
    'Heddle, p50 ms',
    ...sizes.map(formatted),
    `growth to ${formatted(sizes[million === -1 ? last : million] ?? 0)}`,
    'aim',
    'aim at a million, ms',
  ]
  return `## As data grows

![Median response times at each size](images/performance-growth.svg)

${circumstances(part)} One database of each size, asked in turns by one client, after background work has settled.

${markdownTable(head, [
  ...rows,
  other('start with these calls on disk, s', startSeconds),
  other('disk bytes/call', bytesPerCall),
  other('calls/s while filling', callsPerSecond),
])}`
}

function mixedSection(part: Part<unknown, Mixed>): string {
  const { calls, spansPerSecondMax, spansPerSecond, acknowledged, reads, readsPerSecond, scannedPerSecond } =
    part.measured
  const rows = [{ name: 'acknowledgement of 100 spans', ...acknowledged }, ...reads].map(
    ({ name, alone, mixed }) => [
      name,
      ...[mixed.p50, mixed.p99, mixed.max, alone.p50, alone.p99, alone.max].map(formatted),
    ],
  )
  return `## Under mixed load

${circumstances(part)} On ${formatted(calls)} calls: OTLP ingest at 70% of the maximum (${formatted(spansPerSecond)} of ${formatted(spansPerSecondMax)} spans/s, batches of 100 on 4
connections), ten readers (${formatted(readsPerSecond)} reads/s), and an export of full calls in a loop (${formatted(scannedPerSecond)} calls/s), all at once, with their clients on the same machine.
\`alone\`: ingest at full speed without reads, and the ten readers without ingest and export.

${markdownTable(['ms', 'mixed p50', 'p99', 'max', 'alone p50', 'p99', 'max'], rows)}`
}

const DISK_AIMS: Readonly<Partial<Record<DiskUse['kind'], number>>> = { chat: 0.5, agent: 0.2 }
const KIND_NAMES: Readonly<Record<DiskUse['kind'], string>> = {
  chat: 'chat',
  rag: 'RAG: documents found, and again in the prompt',
  agent: 'agent: 30 turns that resend the history',
}

function diskSection(part: Part<unknown, readonly DiskUse[]>): string {
  const rows = part.measured.map(
    ({ kind, format, calls, bytesSent, bytesLoaded, bytesSettled, bytesStopped }) => {
      const aim = DISK_AIMS[kind]
      return [
        `${KIND_NAMES[kind]}, ${format}`,
        formatted(bytesSettled / bytesSent),
        aim === undefined ? '' : bound(bytesSettled / bytesSent, aim, 'most'),
        ...[bytesLoaded / bytesSent, bytesStopped / bytesSent, bytesSent / calls, bytesSettled / calls].map(
          formatted,
        ),
      ]
    },
  )
  const head = [
    'bytes stored per byte sent',
    'settled',
    'aim',
    'right after the load',
    'after a clean stop',
    'bytes sent/call',
    'stored/call',
  ]
  return `## Disk

${circumstances(part)} All files of the data folder. \`settled\`: when background work has come to rest.

${markdownTable(head, rows)}`
}

function bound(value: number, aim: number, kind: 'most' | 'least'): string {
  const missedBy = kind === 'most' ? value / aim : aim / value
  return `${kind === 'most' ? '≤' : '≥'} ${aim} ${missedBy <= 1 ? '✓' : `✗ by ${formatted(missedBy)}×`}`
}
