import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import type { TraceView } from './useTraceView.ts'

interface NoCallsProps {
  readonly view: Pick<TraceView, 'search' | 'setFilter'>
}

/** Why the table is empty: a mistake in the filter, or a filter that fits nothing. */
export function NoCalls({ view }: NoCallsProps) {
  if (!view.search) {
    return (
      <EmptyState title="The filter has a mistake" icon="filter">
        It says above what is wrong.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No calls match"
      icon="search"
      actions={<Button onClick={() => view.setFilter('')}>Show all calls</Button>}
    >
      The project has calls, but none that fit the filter.
    </EmptyState>
  )
}
