import { OPEN_BRACE, OPEN_BRACKET, QUOTE, type Span } from '@heddle/contract/json-scanner'
import type { RedactedField } from '@heddle/contract/redaction'
import { embeddedJson, mayBeJson } from '../../json/embedded.ts'
import { ProvenCursor } from '../../json/proven-cursor.ts'
import { JsonText } from '../../json/text.ts'
import { writeJson } from '../../json/write.ts'
import { remember } from '../../remember.ts'
import { compilePattern, type Matcher } from './pattern.ts'
import { normalizedKey, type RedactionRule } from './rule.ts'

/** Replaces a redacted value, or the redacted part of a text. The UI looks for it. */
const redactionMark = (rule: string): string => `[REDACTED:${rule}]`

/** The rules of a project, ready to be applied. */
export interface Redactor {
  /** Applies the rules for one part of a call. Returns the same object if nothing matches. */
  payload(field: RedactedField, payload: JsonText): JsonText
  /** Applies the patterns for one part of a call to text that is not JSON. */
  text(field: RedactedField, text: string): string
  /** Applies all rules, to data that may become any part of a call. */
  everything(payload: JsonText): JsonText
}

/** Undefined if there are no rules. Throws for rules that `newRedactionRules` refuses. */
export function createRedactor(rules: readonly RedactionRule[]): Redactor | undefined {
  if (rules.length === 0) return undefined
  const all = new RuleSet(rules)
  const of = (field: RedactedField) => new RuleSet(rules.filter(({ fields }) => fields.includes(field)))
  const sets: Record<RedactedField, RuleSet> = {
    inputs: of('inputs'),
    output: of('output'),
    attributes: of('attributes'),
  }
  return {
    payload: (field, payload) => sets[field].redactJson(payload),
    text: (field, text) => sets[field].redactPlain(text),
    everything: (payload) => all.redactJson(payload),
  }
}

interface Replacement {
  readonly span: Span
  readonly text: string
}

/** Levels of JSON inside strings; tool calls have one. */
const EMBEDDED_MAX = 3

class RuleSet {
  readonly #keys: readonly { readonly name: string; readonly key: string }[]
  readonly #patterns: readonly { readonly name: string; readonly matcher: Matcher }[]

  constructor(rules: readonly RedactionRule[]) {
    this.#keys = rules.flatMap(({ name, keys = [] }) =>
      keys.map((key) => ({ name, key: `.${normalizedKey(key)}` })),
    )
    this.#patterns = rules.flatMap(({ name, pattern }) =>
      pattern === undefined ? [] : [{ name, matcher: compilePattern(pattern) }],
    )
  }

  redactJson(payload: JsonText): JsonText {
    const redacted = this.#redactValue(payload.text, EMBEDDED_MAX)
    return redacted === payload.text ? payload : new JsonText(redacted)
  }

  redactPlain(text: string): string {
    const found = this.#patterns.flatMap(({ name, matcher }) =>
      matcher(text).map((span) => ({ span, text: redactionMark(name) })),
    )
    return found.length === 0 ? text : replaced(text, merged(found))
  }

  #redactValue(json: string, embeddedMax: number): string {
    if (this.#keys.length + this.#patterns.length === 0) return json
    const replacements: Replacement[] = []
    this.#walk(new ProvenCursor(json), '', embeddedMax, replacements)
    return replacements.length === 0 ? json : replaced(json, replacements)
  }

  #walk(cursor: ProvenCursor, path: string, embeddedMax: number, found: Replacement[]): void {
    switch (cursor.peek()) {
      case OPEN_BRACE:
        for (let more = cursor.openObject(); more; more = cursor.nextMember()) {
          const below = pathBelow(path, cursor.key())
          const rule = this.#keys.find(({ key }) => below.endsWith(key))
          if (rule) addWhole(cursor, rule.name, found)
          else this.#walk(cursor, below, embeddedMax, found)
        }
        return
      case OPEN_BRACKET:
        for (let more = cursor.openArray(); more; more = cursor.nextItem())
          this.#walk(cursor, path, embeddedMax, found)
        return
      default:
        this.#scalar(cursor, embeddedMax, found)
    }
  }

  #scalar(cursor: ProvenCursor, embeddedMax: number, found: Replacement[]): void {
    const isText = cursor.peek() === QUOTE
    const span = cursor.skip()
    const token = cursor.text.slice(...span)
    const text = isText ? stringOf(token) : token
    const redacted = isText ? this.#string(text, embeddedMax) : this.redactPlain(text)
    if (redacted !== text) found.push({ span, text: writeJson(redacted) })
  }

  /** Keys inside JSON in a string, such as the arguments of a tool call, are keys too. */
  #string(text: string, embeddedMax: number): string {
    const embedded = embeddedMax > 0 && mayBeJson(text) ? embeddedJson(text) : undefined
    if (!embedded) return this.redactPlain(text)
    const redacted = this.#redactValue(embedded.text, embeddedMax - 1)
    return redacted === embedded.text ? text : redacted
  }
}

const normalized = remember(normalizedKey)

/** Longer than the keys of rules. */
const PATH_CHARS_MAX = 128

/** The end of a path, as far as rules can distinguish it. */
const pathBelow = (path: string, key: string): string =>
  `${path}.${key.length > PATH_CHARS_MAX ? '' : normalized(key)}`.slice(-PATH_CHARS_MAX)

/** Null and empty texts are kept, since they reveal nothing. */
function addWhole(cursor: ProvenCursor, rule: string, found: Replacement[]): void {
  const span = cursor.skip()
  const token = cursor.text.slice(...span)
  if (token !== 'null' && token !== '""') found.push({ span, text: writeJson(redactionMark(rule)) })
}

const stringOf = (token: string): string => {
  if (!token.includes('\\')) return token.slice(1, -1)
  const text: string = JSON.parse(token)
  return text
}

/** Ranges in order. Overlapping ones are merged, with the rule of the first. */
function merged(found: readonly Replacement[]): Replacement[] {
  const result: Replacement[] = []
  for (const next of [...found].sort((a, b) => a.span[0] - b.span[0])) {
    const last = result.at(-1)
    if (!last || last.span[1] <= next.span[0]) result.push(next)
    else result[result.length - 1] = { ...last, span: [last.span[0], Math.max(last.span[1], next.span[1])] }
  }
  return result
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = ''
  let copied = 0
  for (const { span, text: replacement } of replacements) {
    result += text.slice(copied, span[0]) + replacement
    copied = span[1]
  }
  return result + text.slice(copied)
}
