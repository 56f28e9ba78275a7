import { useMemo } from 'react'
import { useSeenFields, useSeenValues } from '../../../api/suggestions.ts'
import { useUserNamesWhen } from '../../../api/users.ts'
import { completionAt, type Suggestion, suggestionsFor, valuesField } from '../../../filter/suggest.ts'
import { useDebounced } from '../../../timing.ts'

/** Stored by id, and asked for by name. */
const USER_FIELD = 'wb_user_id'

/** Whoever knows what to type is not held up by looking for it. */
const TYPING_MS = 100

interface Suggestions {
  readonly options: readonly Suggestion[]
  /** Where in the draft the chosen one goes. */
  readonly from: number
}

/** What could come next in a filter being typed, from what calls had lately. */
export function useSuggestions(projectId: string, draft: string, isEnabled: boolean): Suggestions {
  const completion = useMemo(() => completionAt(draft), [draft])
  const field = completion.kind === 'value' ? valuesField(completion.field) : undefined
  const askedField = useDebounced(field, TYPING_MS)
  const askedPrefix = useDebounced(completion.prefix, TYPING_MS)
  const { data: fields = [] } = useSeenFields(projectId, useDebounced(isEnabled, TYPING_MS))
  const seen = useSeenValues(projectId, askedField, askedPrefix)
  const nameOf = useUserNamesWhen(projectId, field === USER_FIELD)
  const values =
    field === USER_FIELD ? seen.map((each) => ({ ...each, value: nameOf(String(each.value)) })) : seen
  return {
    options: suggestionsFor(completion, { fields, values: field === askedField ? values : [] }),
    from: completion.from,
  }
}
