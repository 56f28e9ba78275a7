import { BACKSLASH, OPEN_BRACE, OPEN_BRACKET, QUOTE, type Span } from '@heddle/contract/json-scanner'
import { ProvenCursor } from '../../json/proven-cursor.ts'
import { JsonText } from '../../json/text.ts'
import { remember } from '../../remember.ts'

/**
 * Replaces every non-empty string directly under a key that names a credential, at any depth, by
 * `REDACTED`. Everything else keeps its text; returns the same object if there is none.
 */
export function redactCredentials(payload: JsonText): JsonText {
  if (!mayNameCredential(payload)) return payload
  const secrets: Span[] = []
  findSecrets(new ProvenCursor(payload.text), secrets)
  return secrets.length === 0 ? payload : new JsonText(withoutSecrets(payload.text, secrets))
}

export const REDACTED = 'REDACTED'

/** Names are compared in lower case, without `_`, `-` and everything up to the last dot. */
const NAMES = [
  'authheaders',
  'authorization',
  'authtoken',
  'awsaccesskey',
  'awsaccesskeyid',
  'bearertoken',
  'vertexcredentials',
  'webhookkey',
  'webhooksecret',
]
const ENDINGS = [
  'accesstoken',
  'apikey',
  'apitoken',
  'clientsecret',
  'privatekey',
  'refreshtoken',
  'secretaccesskey',
  'secretkey',
  'sessiontoken',
]

const CREDENTIAL = new RegExp(`^(?:${NAMES.join('|')})$|(?:${ENDINGS.join('|')})$`)

/** Dotted names count by their last part. Cached per key, which takes a tenth of the time of the regular expressions. */
export const isCredential = remember((key) =>
  CREDENTIAL.test(
    key
      .slice(key.lastIndexOf('.') + 1)
      .replace(/[_-]/g, '')
      .toLowerCase(),
  ),
)

/**
 * Whether a key may name a credential. Looks only at the quoted text before each colon: false is certain, true needs the full
 * parse of `findSecrets`.
 */
export function mayNameCredential(json: JsonText): boolean {
  // No part begins or ends between a key and its colon.
  if (json.parts)
    return json.parts.some((part) => (typeof part === 'string' ? mayBeNamed(part) : mayNameCredential(part)))
  return mayBeNamed(json.ascii)
}

function mayBeNamed(text: string): boolean {
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let end = colon - 1
    while (end >= 0 && text.charCodeAt(end) <= SPACE) end--
    // An escaped quote is inside a string, and a key that ends with a backslash names no credential.
    if (text.charCodeAt(end) !== QUOTE || text.charCodeAt(end - 1) === BACKSLASH) continue
    if (!(mayEndCredential(text, end) || mayEndInEscape(text, end))) continue
    const key = text.slice(text.lastIndexOf('"', end - 1) + 1, end)
    if (key.includes('\\') || BEYOND_ASCII.test(key) || isCredential(key)) return true
  }
  return false
}

const SPACE = 0x20

/** In UTF-8, one such character is several. In lower case, the sign for kelvin is a k. */
const BEYOND_ASCII = /[\u0080-\uffff]/

/** Whether the last two characters of the key that ends at `end` can be those of a credential's name. Most keys need no copy and no look-up then. */
function mayEndCredential(text: string, end: number): boolean {
  return LAST_TWO[pairOf(text.charCodeAt(end - 2), text.charCodeAt(end - 1))] === 1
}

/** Whether one of the last two characters of the key is written as an escape. */
const mayEndInEscape = (text: string, end: number): boolean =>
  text.charCodeAt(end - ESCAPE_LENGTH) === BACKSLASH || text.charCodeAt(end - ESCAPE_LENGTH - 1) === BACKSLASH

const ESCAPE_LENGTH = '\\u0079'.length

const ASCII_CODES = 128

/** Small for ASCII in upper and lower case; other characters end no name. */
const pairOf = (before: number, last: number): number => (before | 0x20) * ASCII_CODES + (last | 0x20)

/** Whether a name ends with a pair, or may do so without the marks that are ignored. */
const LAST_TWO = new Uint8Array(ASCII_CODES ** 2)
for (const name of [...NAMES, ...ENDINGS])
  LAST_TWO[pairOf(name.charCodeAt(name.length - 2), name.charCodeAt(name.length - 1))] = 1
for (const mark of ['_', '-']) {
  const code = mark.charCodeAt(0)
  for (let other = 0; other < ASCII_CODES; other++) {
    LAST_TWO[pairOf(code, other)] = 1
    LAST_TWO[pairOf(other, code)] = 1
  }
}

function findSecrets(cursor: ProvenCursor, secrets: Span[]): void {
  switch (cursor.peek()) {
    case OPEN_BRACE:
      for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
        if (isCredential(cursor.key()) && cursor.peek() === QUOTE) addSecret(cursor.skip(), secrets)
        else findSecrets(cursor, secrets)
      }
      return
    case OPEN_BRACKET:
      for (let more = cursor.openArray(); more; more = cursor.nextItem()) findSecrets(cursor, secrets)
      return
    default:
      cursor.skip()
  }
}

function addSecret(span: Span, secrets: Span[]): void {
  const isEmpty = span[1] - span[0] === '""'.length
  if (!isEmpty) secrets.push(span)
}

function withoutSecrets(text: string, secrets: readonly Span[]): string {
  let redacted = ''
  let copied = 0
  for (const [start, end] of secrets) {
    redacted += `${text.slice(copied, start)}"${REDACTED}"`
    copied = end
  }
  return redacted + text.slice(copied)
}
