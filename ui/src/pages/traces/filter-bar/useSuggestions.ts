import { useMemo } from 'react'
import { useSeenFields, useSeenValues } from '../../../api/suggestions.ts'
import { useNamesOfUsers } from '../../../api/users.ts'
import { completionAt, type Suggestion, suggestionsFor, valuesField } from '../../../filter/suggest.ts'
import { useSettled } from '../../../timing.ts'

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
export function useSuggestions(projectId: string, draft: string, isWanted: boolean): Suggestions {
  const completion = useMemo(() => completionAt(draft), [draft])
  const field = completion.kind === 'value' ? valuesField(completion.field) : undefined
  const askedField = useSettled(field, TYPING_MS)
  const askedPrefix = useSettled(completion.prefix, TYPING_MS)
  const { data: fields = [] } = useSeenFields(projectId, useSettled(isWanted, TYPING_MS))
  const seen = useSeenValues(projectId, askedField, askedPrefix)
  const nameOf = useNamesOfUsers(projectId, field === USER_FIELD)
  const values =
    field === USER_FIELD ? seen.map((each) => ({ ...each, value: nameOf(String(each.value)) })) : seen
  return {
    options: suggestionsFor(completion, { fields, values: field === askedField ? values : [] }),
    from: completion.from,
  }
}
