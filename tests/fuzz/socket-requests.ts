import type { Random } from '../../bench/dataset/random.ts'

interface Bytes {
  readonly bytes: Buffer
  readonly label: string
}

/** Bytes that are almost HTTP: wrong lengths, broken chunks, bad heads. */
export function socketRequest(authorization: string, random: Random): Bytes {
  const [label, text] = random.pick(MAKERS)(`host: x\r\nauthorization: ${authorization}\r\n`, random)
  return { bytes: Buffer.from(text, 'latin1'), label }
}

const BODY = '{"project_id":"fuzz/a","id":"c1"}'
const POST = 'POST /call/read HTTP/1.1\r\n'

type Maker = (headers: string, random: Random) => readonly [label: string, text: string]

const MAKERS: readonly [Maker, ...Maker[]] = [
  (headers) => ['length too long', `${POST}${headers}content-length: ${BODY.length + 50}\r\n\r\n${BODY}`],
  (headers) => ['length too short', `${POST}${headers}content-length: 5\r\n\r\n${BODY}`],
  (headers) => ['length no number', `${POST}${headers}content-length: 1e3\r\n\r\n${BODY}`],
  (headers) => ['length below zero', `${POST}${headers}content-length: -1\r\n\r\n${BODY}`],
  (headers) => ['length beyond all', `${POST}${headers}content-length: 99999999999999999999\r\n\r\n${BODY}`],
  (headers) => ['length over the limit', `${POST}${headers}content-length: 9999999999\r\n\r\n${BODY}`],
  (headers) => ['two lengths', `${POST}${headers}content-length: 3\r\ncontent-length: 33\r\n\r\n${BODY}`],
  (headers) => [
    'length and chunks',
    `${POST}${headers}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  (headers) => [
    'bad chunk size',
    `${POST}${headers}transfer-encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`,
  ],
  (headers) => [
    'huge chunk size',
    `${POST}${headers}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n${BODY}`,
  ],
  (headers) => ['chunks without end', `${POST}${headers}transfer-encoding: chunked\r\n\r\n5\r\n{"pro\r\n`],
  (headers) => ['unknown transfer encoding', `${POST}${headers}transfer-encoding: gzip\r\n\r\n${BODY}`],
  (headers) => [
    'chunk extension',
    `${POST}${headers}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(5_000)}\r\n{}\r\n0\r\n\r\n`,
  ],
  (headers) => ['head over the limit', `${POST}${headers}x: ${'y'.repeat(20_000)}\r\n\r\n`],
  (headers) => ['many headers', `${POST}${headers}${'x: y\r\n'.repeat(2_500)}\r\n`],
  (headers) => ['header without colon', `${POST}${headers}nothing\r\n\r\n`],
  (headers) => ['no host', `${POST}${headers.replace(/^host.*\r\n/, '')}content-length: 2\r\n\r\n{}`],
  (headers) => ['folded header', `${POST}${headers}x: a\r\n  b\r\n\r\n`],
  (headers) => ['NUL in a header', `${POST}${headers}x: a\u0000b\r\n\r\n`],
  (headers) => ['NUL in the path', `POST /call\u0000/read HTTP/1.1\r\n${headers}\r\n`],
  (headers) => [
    'bytes beyond ASCII in the path',
    `GET /caf\u00e9?x=\u00ff HTTP/1.1\r\n${headers}connection: close\r\n\r\n`,
  ],
  (headers) => ['absolute address', `GET http://x/version HTTP/1.1\r\n${headers}connection: close\r\n\r\n`],
  (headers) => ['HTTP/1.0', `GET /version HTTP/1.0\r\n${headers}\r\n`],
  (headers) => ['HTTP/9.9', `GET /version HTTP/9.9\r\n${headers}\r\n`],
  (headers) => ['unknown verb', `BREW /version HTTP/1.1\r\n${headers}\r\n`],
  (headers) => [
    'upgrade',
    `GET /version HTTP/1.1\r\n${headers}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  ],
  (headers) => ['HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${headers}`],
  (headers) => ['options of all', `OPTIONS * HTTP/1.1\r\n${headers}connection: close\r\n\r\n`],
  (headers) => ['pipelined', `GET /version HTTP/1.1\r\n${headers}\r\n`.repeat(5)],
  (headers) => ['head without end', `${POST}${headers}`],
  (headers) => ['expect something', `${POST}${headers}expect: wonders\r\ncontent-length: 2\r\n\r\n{}`],
  (_headers, random) => [
    'noise',
    Array.from({ length: 60 }, () => String.fromCharCode(random.below(256))).join(''),
  ],
  () => ['empty lines', '\r\n'.repeat(200)],
  () => ['TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
]
