import { useSearchParam } from '../navigation/params.ts'

const MODES = ['tree', 'timeline', 'transcript'] as const

/** How a trace is shown: `mode` of the URL. */
export type TraceMode = (typeof MODES)[number]

export function useTraceMode(): [TraceMode, (mode: TraceMode) => void] {
  const [value, setValue] = useSearchParam('mode')
  const mode = MODES.find((each) => each === value) ?? 'tree'
  return [mode, (next) => setValue(next === 'tree' ? undefined : next, { replace: true })]
}
