import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

interface SetOptions {
  /** Takes the place of the present entry of the browser's history; without, Back returns to it. */
  readonly replace?: boolean
}

type SetParam = (value: string | undefined, options?: SetOptions) => void

/** One parameter of the address, where all view state lives. Undefined takes it away. */
export function useSearchParam(name: string): [string | undefined, SetParam] {
  const [params, setParams] = useSearchParams()
  const set = useCallback<SetParam>(
    (value, options) =>
      setParams((previous) => {
        const next = new URLSearchParams(previous)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      }, options),
    [name, setParams],
  )
  return [params.get(name) ?? undefined, set]
}
