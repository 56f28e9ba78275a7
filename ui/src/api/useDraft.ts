import { useSyncExternalStore } from 'react'
import { type Drafts, draftKey } from './drafts.ts'
import { useSession } from './session.ts'

/** The user's draft about a subject, such as a call. It is never shown to another user of the same tab. */
export function useDraft<Draft>(drafts: Drafts<Draft>, subject: string) {
  const { data: session } = useSession()
  const key = draftKey(session?.user.id ?? '', subject)
  return {
    draft: useSyncExternalStore(drafts.subscribe, () => drafts.get(key)),
    /** Undefined discards the draft. */
    setDraft: (draft: Draft | undefined) => drafts.set(key, draft),
    /** Discards the draft that was stored, but not what was typed since. Works after the page is left. */
    discardStored: (stored: Draft | undefined) => {
      if (drafts.get(key) === stored) drafts.set(key, undefined)
    },
  }
}
