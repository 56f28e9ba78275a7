import type { BenchSpan } from './spans.ts'

/** An OTLP export in protobuf with the attributes of OpenInference. All three services recognize them. */
export function otlpExport(spans: readonly BenchSpan[]): Buffer {
  const attributes = spans.map(attributesOf)
  const writer = new BackwardWriter(sizeBound(attributes))
  writer.message(1, () => {
    writer.message(2, () => {
      for (let index = spans.length - 1; index >= 0; index--) {
        const span = spans[index]
        if (span) writer.message(2, () => writeSpan(writer, span, attributes[index] ?? []))
      }
      writer.message(1, () => {
        writer.text(2, '0.1.30')
        writer.text(1, 'openinference.instrumentation.openai')
      })
    })
    writer.message(1, () => writeAttribute(writer, 1, ['service.name', 'bench']))
  })
  return writer.written()
}

type Value = string | number | { readonly double: number }
type Attribute = readonly [key: string, value: Value]

function attributesOf(span: BenchSpan): readonly Attribute[] {
  const { input, output } = span.payload()
  return [
    ['openinference.span.kind', span.kind],
    ['input.value', JSON.stringify(input)],
    ['input.mime_type', 'application/json'],
    ['output.value', JSON.stringify(output)],
    ['output.mime_type', 'application/json'],
    ['user.id', span.user],
    ...(span.kind === 'LLM' ? modelAttributes(span) : []),
  ]
}

const modelAttributes = (span: BenchSpan): readonly Attribute[] => [
  ['llm.model_name', span.model],
  ['llm.provider', 'openai'],
  ['llm.invocation_parameters', JSON.stringify({ model: span.model, temperature: span.temperature })],
  ['gen_ai.request.temperature', { double: span.temperature }],
  ['llm.token_count.prompt', span.promptTokens],
  ['llm.token_count.completion', span.completionTokens],
  ['llm.token_count.total', span.promptTokens + span.completionTokens],
]

/** Bytes that the spans need at most: three for each UTF-16 unit of a text, and those of all short fields. */
function sizeBound(attributes: readonly (readonly Attribute[])[]): number {
  const values = attributes.flat()
  const chars = values.reduce(
    (sum, [key, value]) => sum + key.length + (typeof value === 'string' ? value.length : 0),
    0,
  )
  return chars * 3 + values.length * 32 + attributes.length * 256 + 1024
}

const SPAN_KIND_INTERNAL = 1
const STATUS_OK = 1

function writeSpan(writer: BackwardWriter, span: BenchSpan, attributes: readonly Attribute[]): void {
  writer.message(15, () => writer.integer(3, STATUS_OK))
  for (const attribute of attributes.toReversed()) writeAttribute(writer, 9, attribute)
  writer.nanos(8, span.endMs)
  writer.nanos(7, span.startMs)
  writer.integer(6, SPAN_KIND_INTERNAL)
  writer.text(5, span.name)
  if (span.parentId !== undefined) writer.hex(4, span.parentId)
  writer.hex(2, span.spanId)
  writer.hex(1, span.traceId)
}

function writeAttribute(writer: BackwardWriter, field: number, [key, value]: Attribute): void {
  writer.message(field, () => {
    writer.message(2, () => {
      if (typeof value === 'string') writer.text(1, value)
      else if (typeof value === 'number') writer.integer(3, value)
      else writer.double(4, value.double)
    })
    writer.text(1, key)
  })
}

/** Writes protobuf from the end: the length of a message is known when its content has been written. */
class BackwardWriter {
  readonly #buffer: Buffer
  #start: number

  constructor(bytesMax: number) {
    this.#buffer = Buffer.allocUnsafeSlow(bytesMax)
    this.#start = bytesMax
  }

  written(): Buffer {
    return this.#buffer.subarray(this.#start)
  }

  message(field: number, writeContent: () => void): void {
    const end = this.#start
    writeContent()
    this.#head(field, end - this.#start)
  }

  text(field: number, value: string): void {
    const length = Buffer.byteLength(value)
    this.#start -= length
    this.#buffer.write(value, this.#start)
    this.#head(field, length)
  }

  hex(field: number, digits: string): void {
    const length = digits.length / 2
    this.#start -= length
    this.#buffer.write(digits, this.#start, 'hex')
    this.#head(field, length)
  }

  integer(field: number, value: number): void {
    this.#varint(value)
    this.#varint(field * 8)
  }

  double(field: number, value: number): void {
    this.#start -= 8
    this.#buffer.writeDoubleLE(value, this.#start)
    this.#varint(field * 8 + 1)
  }

  nanos(field: number, millis: number): void {
    this.#start -= 8
    this.#buffer.writeBigUInt64LE(BigInt(millis) * 1_000_000n, this.#start)
    this.#varint(field * 8 + 1)
  }

  #head(field: number, length: number): void {
    this.#varint(length)
    this.#varint(field * 8 + 2)
  }

  /** Up to 2^31. */
  #varint(value: number): void {
    let bytes = 1
    for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes++
    this.#start -= bytes
    for (let at = 0; at < bytes; at++)
      this.#buffer[this.#start + at] = ((value >>> (7 * at)) & 0x7f) | (at < bytes - 1 ? 0x80 : 0)
  }
}
