import { readFilter } from '@heddle/contract/filter/compile'
import { useMemo, useRef } from 'react'
import { useIdsOfUser } from '../../api/users.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { type Scope, scopeFilter } from '../../stats/links.ts'

export type DashboardFilter = ReturnType<typeof useDashboardFilter>

/** The filter in the URL, and what it matches within the scope. */
export function useDashboardFilter(projectId: string, scope: Scope) {
  const [own = '', setFilter] = useSearchParam('filter')
  const inputRef = useRef<HTMLInputElement>(null)
  const idsOfUser = useIdsOfUser(projectId, own.includes('user:'))
  const filter = `${scopeFilter(scope)} ${own}`.trim()
  return useMemo(() => {
    const context = { now: new Date(), idsOfUser }
    return {
      filter,
      /** Without the scope: feedback is given on calls at any level. */
      own,
      /** Undefined if a condition is invalid. */
      search: readFilter(filter, context).search,
      ownSearch: readFilter(own, context).search,
      bar: {
        filter: own,
        chips: readFilter(own, context).chips,
        onFilter: (next: string) => setFilter(next === '' ? undefined : next),
        inputRef,
      },
    }
  }, [filter, own, idsOfUser, setFilter])
}
