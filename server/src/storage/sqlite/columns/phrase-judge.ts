import type { Expression } from '../../../query/expression.ts'
import { type Judge, type JudgeContext, VERDICT } from './token-judge.ts'

/** Texts whose trigrams are in the signatures of blocks. */
const SIGNED: ReadonlySet<string> = new Set(['attributes', 'inputs', 'output', 'summary', 'exception'])

/**
 * A call whose block cannot contain the phrase of a condition does not meet it. So where columns leave a call open, most
 * calls are judged without a look at their payloads.
 */
export function withPhrase(
  byColumns: Judge | undefined,
  expression: Expression,
  { phrases }: JudgeContext,
): Judge | undefined {
  const phrase = phraseIn(expression)
  const mayContain = phrase === undefined ? undefined : phrases.filter(phrase)
  if (!mayContain) return byColumns
  return (segment) => {
    const verdicts = byColumns?.(segment) ?? new Uint8Array(segment.places).fill(VERDICT.unknown)
    if (!verdicts.includes(VERDICT.unknown)) return verdicts
    return verdicts.map((verdict, place) =>
      verdict === VERDICT.unknown && !mayContain(segment, place) ? VERDICT.no : verdict,
    )
  }
}

/** The text that a text must contain for the expression to be true. */
function phraseIn(expression: Expression): string | undefined {
  if (expression.kind !== 'contains' && expression.kind !== 'startsWith' && expression.kind !== 'eq') {
    return undefined
  }
  const [text, phrase] = expression.operands
  // Equality with null is null, which columns of text may be.
  const isTold = text && isSigned(text) && (expression.kind !== 'eq' || isDocument(text))
  if (!isTold || phrase?.kind !== 'literal' || typeof phrase.value !== 'string') return undefined
  return phrase.value
}

/** Whether the text comes from a document, which reads as a text in any case. */
function isDocument(text: Expression): boolean {
  if (text.kind === 'lower') return text.operands[0] !== undefined && isDocument(text.operands[0])
  if (text.kind === 'convert') return isDocument(text.input)
  return text.kind === 'field' && text.field.kind === 'json'
}

function isSigned(text: Expression): boolean {
  if (text.kind === 'lower') return text.operands[0] !== undefined && isSigned(text.operands[0])
  if (text.kind === 'convert') return text.to === 'string' && isSigned(text.input)
  if (text.kind !== 'field') return false
  const { field } = text
  if (field.kind === 'json') return SIGNED.has(field.column)
  return field.kind === 'column' && SIGNED.has(field.name)
}
