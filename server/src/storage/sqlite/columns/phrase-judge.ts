import type { Expression } from '../../../query/expression.ts'
import type { Phrase, PhraseFilter } from '../signatures/phrase-blocks.ts'
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
  const found = phraseIn(expression)
  const mayContain = found && phrases.filter(found.phrase)
  if (!mayContain) return byColumns
  return (segment) => {
    const verdicts = byColumns?.(segment) ?? new Uint8Array(segment.places).fill(VERDICT.unknown)
    if (!verdicts.includes(VERDICT.unknown)) return verdicts
    return verdicts.map((verdict, place) =>
      verdict === VERDICT.unknown && !mayContain(segment, place) ? VERDICT.no : verdict,
    )
  }
}

/** Whether a call may meet a condition, by the text that this searches for a phrase; undefined for other conditions. */
export function textFilterOf(expression: Expression, { phrases }: JudgeContext): PhraseFilter | undefined {
  const found = phraseIn(expression)
  return found && phrases.textFilter(found)
}

/** What a text must contain for the expression to be true. */
function phraseIn(expression: Expression): Phrase | undefined {
  if (expression.kind !== 'contains' && expression.kind !== 'startsWith' && expression.kind !== 'eq') {
    return undefined
  }
  const [text, phrase] = expression.operands
  // Equality with null is null, which columns of text may be.
  const isTold = text && isSigned(text) && (expression.kind !== 'eq' || isDocument(text))
  if (!isTold || phrase?.kind !== 'literal' || typeof phrase.value !== 'string') return undefined
  return { phrase: phrase.value, ...searchedText(text) }
}

/** Inputs and output are searched as they are stored. The attributes of a span are not: they include its dump. */
function searchedText(text: Expression): Pick<Phrase, 'isAnyCase' | 'text'> {
  if (text.kind === 'lower' && text.operands[0]) return { ...searchedText(text.operands[0]), isAnyCase: true }
  if (text.kind === 'convert') return searchedText(text.input)
  const column = text.kind === 'field' && text.field.kind === 'json' ? text.field.column : undefined
  return { isAnyCase: false, text: column === 'inputs' || column === 'output' ? column : undefined }
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
