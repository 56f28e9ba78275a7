import { useSearchParam } from '../../navigation/params.ts'

export const CALLS_MAX = 6

/** The calls in the address. The first one is the baseline. */
export function useComparedIds() {
  const [param = '', setParam] = useSearchParam('calls')
  const ids = [...new Set(param.split(',').filter((id) => id !== ''))].slice(0, CALLS_MAX)
  const set = (next: readonly string[]) => setParam(next.length === 0 ? undefined : next.join(','))
  return {
    ids,
    add: (id: string) => set([...ids, id]),
    remove: (id: string) => set(ids.filter((each) => each !== id)),
    makeBaseline: (id: string) => set([id, ...ids.filter((each) => each !== id)]),
  }
}
