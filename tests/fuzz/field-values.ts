import type { Random } from '../../bench/dataset/random.ts'
import { hostileDate, hostilePath, hostileText, hostileValue } from './hostile-values.ts'
import { fieldKind, type KnownThings, kindOf } from './known-things.ts'

/** The sources of random values for a request. */
export interface Source {
  readonly random: Random
  readonly known: KnownThings
  /** The path of the endpoint, which distinguishes ids and digests. */
  readonly path: string
}

export const PROJECTS = ['fuzz/a', 'fuzz/b', 'fuzz/c'] as const

/** A text for a field of this name: mostly one that refers to something that exists. */
export function textFor(name: string, source: Source): string {
  const { random } = source
  if (random.chance(0.04)) return hostileText(random)
  const make = BY_NAME.get(name.replace(/s$/, '')) ?? byEnding(name)
  return make?.(source) ?? knownText(name, source) ?? random.pick(WORDS)
}

/** A text for a field with the format of a date. */
export function dateFor({ random }: Source): string {
  if (random.chance(0.1)) return hostileDate(random)
  const day = String(1 + random.below(28)).padStart(2, '0')
  return `2025-03-${day}T${String(random.below(24)).padStart(2, '0')}:00:00.${random.below(1_000_000)}Z`
}

/** A payload: a tree of a few levels with unusual leaves, some of them refs. */
export function payloadFor(source: Source, depth = 3): unknown {
  const { random } = source
  if (depth === 0 || random.chance(0.35)) return leaf(source)
  const count = random.below(4)
  if (random.chance(0.4)) return Array.from({ length: count }, () => payloadFor(source, depth - 1))
  return payloadObject(source, depth, count)
}

export function payloadObject(source: Source, depth = 3, count = source.random.below(4)): object {
  const entry = () => [source.random.pick(PAYLOAD_KEYS), payloadFor(source, depth - 1)]
  return Object.fromEntries(Array.from({ length: count }, entry))
}

function leaf(source: Source): unknown {
  const { random } = source
  if (random.chance(0.12)) return refFor(source)
  if (random.chance(0.25)) return hostileValue(random)
  return random.pick([1, 2.5, 'a', 'some text', true, null, '5', 0, -3, 'ab'])
}

const PAYLOAD_KEYS = [
  'x',
  'y',
  'model',
  'usage',
  'gpt-4o',
  'prompt_tokens',
  'note',
  '_type',
  'messages',
  '0',
  'a.b',
  'content',
] as const

const WORDS = [
  'a',
  'b',
  'answer',
  'o1',
  'c1',
  'UTC',
  'gpt-4o',
  'planner',
  'x',
  'p50',
  'count',
  'fuzz',
  'day',
  'latest',
  'avg',
] as const

/** A ref to a call, an object, an op or a table row, or an invalid ref. */
function refFor(source: Source): string {
  const { random, known } = source
  const project = random.pick(PROJECTS)
  const digest = known.pick(random.pick(['obj.digest', 'table.digest', 'file.digest']), random) ?? 'latest'
  const extra = random.pick(['', '', '', '/key/x', '/attr/rows/id/y', '/index/0', '/id/', '/key/__proto__'])
  return random.pick([
    `weave:///${project}/call/${callId(source)}`,
    `weave:///${project}/object/${objectId(source)}:${digest}${extra}`,
    `weave:///${project}/op/${objectId(source)}:${digest}`,
    `weave:///${project}/table/${digest}${extra}`,
    `weave:///${project}/op/${objectId(source)}:*`,
    `weave-trace-internal:///${project}/object/${objectId(source)}:${digest}`,
  ])
}

const callId = ({ random }: Source): string => `c${random.below(60)}`
const objectId = ({ random }: Source): string => `o${random.below(8)}`

function digestFor({ random, known, path }: Source): string | undefined {
  if (random.chance(0.2))
    return random.pick(['latest', 'v0', 'v1', 'v99999999999999999999', '*', 'production'])
  return known.pick(`${kindOf(path)}.digest`, random) ?? known.pick('obj.digest', random)
}

/** Generators by field name, without a plural s. */
const BY_NAME: ReadonlyMap<string, (source: Source) => string | undefined> = new Map<
  string,
  (source: Source) => string | undefined
>([
  ['project_id', ({ random }) => random.pick(PROJECTS)],
  ['entity', () => 'fuzz'],
  ['entityName', () => 'fuzz'],
  ['entity_name', () => 'fuzz'],
  ['project', ({ random }) => random.pick(['a', 'b', 'c'])],
  [
    'id',
    (source) =>
      /call/.test(source.path)
        ? callId(source)
        : source.known.pick(`${kindOf(source.path)}.id`, source.random),
  ],
  ['call_id', callId],
  ['parent_id', callId],
  ['turn_id', callId],
  ['evaluation_call_id', callId],
  ['trace_id', ({ random }) => `t${random.below(12)}`],
  ['thread_id', ({ random }) => `th${random.below(5)}`],
  ['object_id', objectId],
  ['name', objectId],
  ['digest', digestFor],
  ['base_digest', ({ random, known }) => known.pick('table.digest', random)],
  ['row_digest', ({ random, known }) => known.pick('table.digest', random)],
  ['feedback_id', ({ random, known }) => known.pick('feedback.id', random)],
  ['queue_id', ({ random, known }) => known.pick('annotation_queues.id', random)],
  ['item_id', ({ random, known }) => known.pick('items.id', random)],
  ['user_id', ({ random, known }) => known.pick('users.id', random)],
  ['key_id', ({ random, known }) => known.pick('keys.id', random)],
  ['user_name', ({ random }) => random.pick(['ada', 'bob', 'eve'])],
  [
    'feedback_type',
    ({ random }) => random.pick(['wandb.note.1', 'wandb.reaction.1', 'custom', 'wandb.runnable.x', '*']),
  ],
  ['field', ({ random }) => hostilePath(random)],
  ['column', ({ random }) => hostilePath(random)],
  ['expand_column', ({ random }) => hostilePath(random)],
  ['json_path', ({ random }) => hostilePath(random)],
  ['prefix', ({ random }) => hostilePath(random)],
  ['sql', sqlFor],
  [
    'timezone',
    ({ random }) => random.pick(['UTC', 'Europe/Berlin', 'Nowhere/X', 'America/St_Johns', '+99:00']),
  ],
])

/** Short SQL queries, most of them invalid. */
function sqlFor({ random }: Source): string {
  const column = () =>
    random.pick(['id', 'name', 'latency_ms', "inputs ->> '$.x'", 'count(*)', '*', 'nope', "'"])
  const table = () =>
    random.pick(['calls', 'traces', 'usage', 'feedback', 'objects', 'sqlite_schema', 'nowhere'])
  const rest = random.pick([
    '',
    'limit 3',
    'order by 1',
    'group by 1',
    "where id = 'c1'",
    '; drop table calls',
    '--',
  ])
  const select = `select ${column()}, ${column()} from ${table()} ${rest}`
  return random.pick([
    select,
    select,
    select,
    `${select} union all ${select}`,
    `select json_extract('${hostileText(random).replaceAll("'", "''")}', '$.${column()}')`,
    "attach 'heddle.sqlite' as other",
    'pragma table_list',
    'with x as (select 1) delete from calls',
    `select ${'('.repeat(2_000)}1${')'.repeat(2_000)}`,
    `select zeroblob(${random.pick(['1', '1000000', '99999999999'])})`,
    `select '${'x'.repeat(random.below(50_000))}'`,
  ])
}

function byEnding(name: string): ((source: Source) => string | undefined) | undefined {
  return /refs?$|^dataset$|^scorers?$|^models?$|^evaluations?$/.test(name) ? refFor : undefined
}

const knownText = (name: string, { path, random, known }: Source): string | undefined =>
  known.pick(fieldKind(kindOf(path), name.replace(/s$/, '')), random)
