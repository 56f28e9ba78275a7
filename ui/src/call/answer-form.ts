import type { AnnotationSpec } from '../api/annotation-specs.ts'

/** How a question is answered. */
export type AnswerForm =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'number'; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly kind: 'text' }

export function answerForm({ type, enum: choices, minimum, maximum }: AnnotationSpec['schema']): AnswerForm {
  if (Array.isArray(choices)) return { kind: 'choice', choices: choices.map(String) }
  if (type === 'boolean') return { kind: 'yes-no' }
  if (type === 'number' || type === 'integer')
    return { kind: 'number', min: bound(minimum), max: bound(maximum) }
  return { kind: 'text' }
}

const bound = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
