import { useMemo } from 'react'
import { useSeenFields, useSeenValues } from '../../../api/suggestions.ts'
import { completionAt, valuesField } from '../../../filter/complete.ts'
import { type Suggestion, suggestionsFor } from '../../../filter/suggest.ts'

interface Suggestions {
  readonly options: readonly Suggestion[]
  /** Where in the draft the chosen one goes. */
  readonly from: number
}

/** What could come next in a filter being typed, from what calls had lately. */
export function useSuggestions(projectId: string, draft: string, isWanted: boolean): Suggestions {
  const completion = useMemo(() => completionAt(draft), [draft])
  const asked = completion.kind === 'value' ? valuesField(completion.field) : undefined
  const { data: fields = [] } = useSeenFields(projectId, isWanted)
  const values = useSeenValues(projectId, asked, completion.prefix)
  return {
    options: suggestionsFor(completion, { fields, values: asked ? values : [] }),
    from: completion.from,
  }
}
