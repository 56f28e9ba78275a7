import { bytesOf, flipped } from './damage.ts'
import { PROJECTS, type Source } from './field-values.ts'
import { hostileText } from './hostile-values.ts'

interface Form {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly label: string
}

const BOUNDARY = 'fuzz-boundary'

/** A multipart form for an upload: parts missing, duplicated or misnamed, and the whole form truncated or corrupted. */
export function formRequest(source: Source): Form {
  const { random } = source
  const whole = Buffer.concat([...parts(source).map(encodePart), Buffer.from(`--${BOUNDARY}--\r\n`)])
  const headers = {
    'content-type': random.chance(0.93) ? `multipart/form-data; boundary=${BOUNDARY}` : random.pick(TYPES),
  }
  switch (random.below(6)) {
    case 0:
      return { body: whole.subarray(0, random.below(whole.length)), headers, label: 'form, truncated' }
    case 1:
      return { body: flipped(whole, random), headers, label: 'form, bits flipped' }
    case 2: {
      const at = random.below(whole.length)
      const body = Buffer.concat([whole.subarray(0, at), bytesOf(random), whole.subarray(at)])
      return { body, headers, label: 'form, bytes inserted' }
    }
    default:
      return { body: whole, headers, label: 'form' }
  }
}

const TYPES = [
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary="${BOUNDARY}`,
    'multipart/mixed; boundary=x',
  ],
  ...[
    `multipart/form-data; boundary=${'x'.repeat(200)}`,
    'application/json',
    `multipart/form-data;;;boundary=${BOUNDARY}`,
  ],
] as const

interface Part {
  readonly head: string
  readonly content: Buffer
}

function parts(source: Source): Part[] {
  const { random } = source
  const made = [
    part('project_id', Buffer.from(random.pick(PROJECTS))),
    part('file', fileContent(source), 'a.txt'),
  ]
  if (random.chance(0.2)) made.push(part('expected_digest', Buffer.from(hostileText(random))))
  if (random.chance(0.3)) made.push({ head: random.pick(HEADS), content: fileContent(source) })
  if (random.chance(0.1)) made.splice(random.below(made.length), 1)
  // The server accepts at most 20 parts.
  if (random.chance(0.1))
    made.push(...Array.from({ length: random.below(30) }, (_, index) => part(`x${index}`, bytesOf(random))))
  return random.chance(0.2) ? made.reverse() : made
}

const HEADS = [
  'content-disposition: form-data; name="file"m\n',
  'content-disposition: form-data; name=',
  'content-disposition: form-data; name="__proto__"',
  'content-disposition: form-data; name="file"; filename="../../x"',
  "content-disposition: form-data; name*=utf-8''file",
  'content-disposition: attachment',
  'content-type: application/json',
  `content-disposition: form-data; name="${'n'.repeat(2_000)}"`,
  'content-disposition: form-data; name="file"\r\ncontent-transfer-encoding: base64',
  '',
] as const

function part(name: string, content: Buffer, fileName?: string): Part {
  const file =
    fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`
  return { head: `content-disposition: form-data; name="${name}"${file}`, content }
}

const encodePart = ({ head, content }: Part): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')])

function fileContent({ random }: Source): Buffer {
  return random.chance(0.05) ? Buffer.alloc(random.below(200_000), 'f') : bytesOf(random)
}
