import { reasonOf } from '../format/reason.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface ErrorStateProps {
  /** What could not be done: `The calls could not be read`. */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        icon="error"
        actions={
          onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {reasonOf(error)}
      </EmptyState>
    </div>
  )
}
