import { gzipSync } from 'node:zlib'
import { exportedSpan, exportOf, inProject, protobufOf } from '../../server/src/testing/otlp.ts'
import { bytesOf, flipped } from './damage.ts'
import { PROJECTS, payloadObject, type Source } from './field-values.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { mutate } from './mutate.ts'
import { RawJson, writeRawJson } from './raw-json.ts'

interface Export {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly label: string
}

/** A trace export in JSON or protobuf, changed in its fields or in its bytes. */
export function otlpRequest(source: Source): Export {
  const { random } = source
  const isJson = random.chance(0.5)
  const plain = isJson ? jsonExport(source) : protobufExport(source)
  const type = isJson ? 'application/json' : 'application/x-protobuf'
  const headers = { 'content-type': random.chance(0.97) ? type : 'text/plain' }
  const label = `OTLP in ${isJson ? 'JSON' : 'protobuf'}`
  if (random.chance(0.75)) return { body: plain, headers, label }
  const packed = gzipSync(plain)
  const body = random.chance(0.7) ? packed : flipped(packed, random)
  return { body, headers: { ...headers, 'content-encoding': 'gzip' }, label: `${label}, gzip` }
}

function jsonExport(source: Source): Buffer {
  const { random } = source
  let tree: unknown = exportOf(spans(source), inProject(random.pick(PROJECTS)))
  for (let changes = random.below(4); changes > 0; changes--) tree = mutate(tree, random)
  return Buffer.from(writeRawJson(tree))
}

export function protobufExport(source: Source): Buffer {
  const { random } = source
  const bytes = protobufOf(exportOf(spans(source), inProject(random.pick(PROJECTS))))
  const at = random.below(bytes.length)
  switch (random.below(5)) {
    case 0:
      return flipped(bytes, random)
    case 1:
      return bytes.subarray(0, at)
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytesOf(random), bytes.subarray(at)])
    case 3:
      return Buffer.concat([bytes, Buffer.from('0a00'.repeat(random.below(2_000)), 'hex')])
    default:
      return bytes
  }
}

function spans(source: Source): object[] {
  return Array.from({ length: 1 + source.random.below(4) }, () => span(source))
}

function span(source: Source): object {
  const { random } = source
  const traceId = String(random.below(8)).padStart(32, '0')
  const parentSpanId = random.chance(0.5) ? String(random.below(20)).padStart(16, '0') : ''
  const start = 1_740_823_200_000_000_000n + BigInt(random.below(1_000_000_000))
  return exportedSpan(attributes(source), {
    traceId,
    spanId: String(random.below(20)).padStart(16, '0'),
    parentSpanId,
    name: random.chance(0.9) ? 'chat gpt-4o' : hostileText(random),
    kind: random.below(6),
    startTimeUnixNano: random.chance(0.95) ? String(start) : random.pick(['0', '18446744073709551615', '1']),
    endTimeUnixNano: random.chance(0.9) ? String(start + 5_000n) : '0',
  })
}

/** Attributes with names of the conventions, and dotted ones that become trees. */
function attributes(source: Source): object {
  const { random } = source
  const entry = (): [string, unknown] => [random.pick(ATTRIBUTES), attributeValue(source)]
  return Object.fromEntries(Array.from({ length: random.below(6) }, entry))
}

function attributeValue(source: Source): unknown {
  const { random } = source
  switch (random.below(6)) {
    case 0:
      return random.below(1_000)
    case 1:
      return writeRawJson(payloadObject(source))
    case 2:
      return random.fraction()
    case 3: {
      const value = hostileValue(random)
      return value instanceof RawJson ? value.text : value === null ? '' : value
    }
    default:
      return random.pick([
        'user',
        'gpt-4o',
        'planner',
        'support-42',
        'hello',
        '[{"role":"user","content":"hi"}]',
        '1.5',
        '',
      ])
  }
}

const ATTRIBUTES = [
  ...[
    'gen_ai.request.model',
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.output_tokens',
    'gen_ai.agent.name',
    'gen_ai.conversation.id',
  ],
  ...[
    'gen_ai.input.messages',
    'gen_ai.output.messages',
    'gen_ai.prompt.0.content',
    'gen_ai.prompt.99999999.role',
    'gen_ai.completion.0.role',
  ],
  ...[
    'input.value',
    'output.value',
    'openinference.span.kind',
    'llm.input_messages.0.message.content',
    'llm.token_count.prompt',
  ],
  ...[
    'ai.prompt',
    'ai.response.text',
    'langfuse.observation.input',
    'mlflow.spanInputs',
    'logfire.msg',
    'traceloop.entity.input',
  ],
  ...[
    'wandb.thread_id',
    'wandb.display_name',
    'weave.op',
    'a.b.c',
    'a.b',
    'a',
    '__proto__.x',
    'constructor',
    'a..b',
    '',
    '0',
    'a.0.b',
  ],
] as const
