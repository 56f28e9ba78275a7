import { useMemo } from 'react'
import { useSeenFields, useSeenValues } from '../../../api/suggestions.ts'
import { completionAt, valuesField } from '../../../filter/complete.ts'
import { type Suggestion, suggestionsFor } from '../../../filter/suggest.ts'
import { useSettled } from '../../../timing/useSettled.ts'

/** Whoever knows what to type is not held up by looking for it. */
const TYPING_MS = 100

interface Suggestions {
  readonly options: readonly Suggestion[]
  /** Where in the draft the chosen one goes. */
  readonly from: number
}

/** What could come next in a filter being typed, from what calls had lately. */
export function useSuggestions(projectId: string, draft: string, isWanted: boolean): Suggestions {
  const completion = useMemo(() => completionAt(draft), [draft])
  const field = completion.kind === 'value' ? valuesField(completion.field) : undefined
  const askedField = useSettled(field, TYPING_MS)
  const askedPrefix = useSettled(completion.prefix, TYPING_MS)
  const { data: fields = [] } = useSeenFields(projectId, useSettled(isWanted, TYPING_MS))
  const values = useSeenValues(projectId, askedField, askedPrefix)
  return {
    options: suggestionsFor(completion, { fields, values: field === askedField ? values : [] }),
    from: completion.from,
  }
}
