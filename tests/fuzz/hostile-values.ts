import type { Random } from '../../bench/dataset/random.ts'
import { RawJson } from './raw-json.ts'

const NUMBERS = [
  ...['0', '-0', '-1', '0.5', '1e400', '-1e400', '1e-400', '1e308', '1E+2', '4503599627370496'],
  ...['9007199254740993', '-9223372036854775808', '9223372036854775808', '1e21', '2147483648', '1e15'],
  ...['NaN', 'Infinity', '-Infinity', '12345678901234567890123456789', '0.1e-7', '253402300800000'],
] as const

const TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ufeff',
    '\u2028',
    '\u202e',
    '😀',
    'İ',
    'ß',
    '"',
    '\\',
    "'",
    '`',
    '\n\r\t',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    '*',
    '%',
    '_',
    'v0',
    'latest',
  ],
  ...[
    '../../etc/passwd',
    '/',
    '//',
    'a/b/c',
    'team/app',
    'fuzz/a',
    'count(*)',
    "'; drop table calls; --",
    '$expr',
    '[*]',
  ],
  ...[
    'weave:///',
    'weave:///fuzz/a/call/c1',
    'weave:///fuzz/a/object/o1:latest',
    'weave:///fuzz/a/op/x:*',
    'weave:///a/b/c/d/e',
  ],
  ...[
    '1e400',
    '+1',
    '0x10',
    '1_000',
    ' 5',
    '99999999999999999999',
    '-',
    '.',
    '1.',
    'true',
    'False',
    '\\ud800',
  ],
] as const

const DATES = [
  ...[
    '9999-12-31T23:59:59.999999Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01',
    '-000001-01-01T00:00:00Z',
    '2025-02-30T00:00:00Z',
  ],
  ...[
    '2025-03-01T24:00:00Z',
    '2025-03-01T10:00:60Z',
    '2025-03-01T10:00:00+99:99',
    '2025-03-01 10:00',
    '20250301',
    '2025-W10-1',
  ],
  ...[
    '1e15',
    '-1',
    '1740823200',
    '1740823200000',
    '2025-03-01T10:00:00.123456789012345Z',
    'now',
    '275760-09-13',
  ],
] as const

const PATHS = [
  ...[
    'inputs',
    'inputs.x',
    'inputs.x.y.0',
    'inputs.__proto__',
    'inputs.-1',
    'inputs.',
    '.inputs',
    'inputs..x',
    'inputs.x\\.y',
  ],
  ...[
    'output',
    'output.0',
    'output.*',
    'summary.usage',
    'summary.weave.latency_ms',
    'summary.weave.status',
    'attributes.constructor',
  ],
  ...[
    'started_at',
    'ended_at',
    'id',
    'op_name',
    'wb_user_id',
    'project_id',
    'feedback.[*].payload.note',
    'feedback.[x',
    'feedback.[].',
  ],
  ...[
    'summary.weave.costs',
    'annotation_queue_items.queue_id',
    'inputs.[0]',
    "inputs.x'",
    'inputs."',
    'created_at',
    'payload.x',
    'val.x',
  ],
  ...[
    'inputs.model',
    'inputs.9999999999999999999',
    'display_name',
    'trace_id',
    'expire_at',
    'input_refs',
    'count(*)',
    '',
  ],
] as const

/** Sizes: mostly small, occasionally large enough to hurt. */
function size(random: Random): number {
  const bound = random.chance(0.06) ? 60_000 : random.chance(0.2) ? 2_000 : 40
  return 1 + random.below(bound)
}

/** An edge-case value of any type. */
export function hostileValue(random: Random): unknown {
  return random.pick(MAKERS)(random)
}

const MAKERS = [
  hostileNumber,
  hostileNumber,
  hostileText,
  hostileText,
  hostileDate,
  hostilePath,
  hostileObject,
  hostileObject,
  longText,
  manyItems,
  deepNesting,
  loneSurrogate,
  (random: Random) => random.pick([null, true, false, [], {}, [[]], [null], [{}], { '': '' }]),
] as const

function hostileNumber(random: Random): RawJson {
  return new RawJson(random.pick(NUMBERS))
}

export function hostileText(random: Random): string {
  return random.pick(TEXTS)
}

export function hostileDate(random: Random): string {
  return random.pick(DATES)
}

/** A field path, often one that exists. */
export function hostilePath(random: Random): string {
  if (random.chance(0.03)) return `inputs${'.x'.repeat(size(random))}`
  return random.pick(PATHS)
}

function hostileObject(random: Random): unknown {
  const key = random.pick([
    '__proto__',
    'constructor',
    'prototype',
    'length',
    '',
    '$expr',
    '_type',
    '_ref',
    'a.b',
    '\u0000',
  ])
  const text = JSON.stringify(key)
  if (random.chance(0.3)) return new RawJson(`{${text}:1,${text}:{"x":${random.pick(NUMBERS)}}}`)
  return Object.fromEntries([[key, random.chance(0.5) ? hostileNumber(random) : hostileText(random)]])
}

/** Patterns such as digits that end in a letter, which make careless parsers slow. */
function longText(random: Random): string {
  const unit = random.pick([
    'x',
    '9',
    '.',
    'a.',
    '\\',
    '"',
    '😀',
    ' ',
    '(',
    '{',
    '/',
    '-',
    '\u0000',
    '#',
    '0x',
  ])
  return unit.repeat(size(random)) + random.pick(['', 'x', '"', '\\'])
}

function manyItems(random: Random): RawJson {
  const item = random.pick([
    '1',
    'null',
    '{}',
    '[]',
    '""',
    'NaN',
    '{"a":1}',
    '"c1"',
    '{"$literal":1}',
    '1e400',
  ])
  return new RawJson(`[${Array.from({ length: size(random) }, () => item).join(',')}]`)
}

function deepNesting(random: Random): RawJson {
  const depth = size(random)
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"$not":[', ']}'],
    ['[[],', ']'],
  ])
  const isClosed = random.chance(0.9)
  return new RawJson(`${open.repeat(depth)}1${isClosed ? close.repeat(depth) : ''}`)
}

function loneSurrogate(random: Random): RawJson {
  return new RawJson(
    random.pick(['"\\ud800"', '"a\\udc00b"', '"\\ud83d\\ud83d\\ude00"', '{"\\udfff":"\\ud800x"}']),
  )
}
