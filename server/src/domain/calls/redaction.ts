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
const isCredential = remember((key) =>
  CREDENTIAL.test(
    key
      .slice(key.lastIndexOf('.') + 1)
      .replace(/[_-]/g, '')
      .toLowerCase(),
  ),
)

/**
 * Whether a key of the payload, or of JSON inside its strings, may name a credential. Looks only at the quoted text before
 * each colon: false is certain, true needs the full parse of `findSecrets`.
 */
export function mayNameCredential({ text }: JsonText): boolean {
  // Searching for a text first takes a quarter of the time.
  if (text.includes('\\u003') && ESCAPED_COLON.test(text)) return true
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let end = colon - 1
    while (end >= 0 && text.charCodeAt(end) <= SPACE) end--
    if (text.charCodeAt(end) !== QUOTE) {
      if (mayEndEscape(text, end)) return true
      continue
    }
    // Quotes of JSON inside a string are escaped, once per level.
    while (text.charCodeAt(end - 1) === BACKSLASH) end--
    if (!mayEndCredential(text, end)) continue
    const key = text.slice(text.lastIndexOf('"', end - 1) + 1, end)
    if (key.includes('\\') || isCredential(key)) return true
  }
  return false
}

/** JSON inside a string may have its colons escaped. */
const ESCAPED_COLON = /\\u003a/i

/** Whether the character at `at` may be the last of `\n` or `\u0022`: whitespace or a quote of JSON inside a string. */
const mayEndEscape = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) === BACKSLASH || text.startsWith('\\u', at + 1 - ESCAPE_LENGTH)

const SPACE = 0x20

/**
 * Whether the last two characters of the key that ends at `end` can be those of a credential's name, or be hidden by an
 * escape. Most keys, such as `role` and `content`, need no copy and no look-up then.
 */
function mayEndCredential(text: string, end: number): boolean {
  const last = lowerCase(text.charCodeAt(end - 1))
  const before = lowerCase(text.charCodeAt(end - 2))
  return (
    LAST_TWO.has(pairOf(before, last)) ||
    IGNORED.has(last) ||
    IGNORED.has(before) ||
    text.charCodeAt(end - ESCAPE_LENGTH) === BACKSLASH ||
    text.charCodeAt(end - ESCAPE_LENGTH - 1) === BACKSLASH
  )
}

const ESCAPE_LENGTH = '\\u0079'.length

const lowerCase = (code: number): number => code | 0x20

const pairOf = (before: number, last: number): number => before * 0x10000 + last

const LAST_TWO: ReadonlySet<number> = new Set(
  [...NAMES, ...ENDINGS].map((name) =>
    pairOf(name.charCodeAt(name.length - 2), name.charCodeAt(name.length - 1)),
  ),
)

const IGNORED: ReadonlySet<number> = new Set(['_', '-'].map((mark) => lowerCase(mark.charCodeAt(0))))

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
    redacted += `${text.slice(copied, start)}"REDACTED"`
    copied = end
  }
  return redacted + text.slice(copied)
}
