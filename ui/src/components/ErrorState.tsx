import { Component, type ReactNode } from 'react'
import { errorMessage } from '../format/error-message.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface ErrorStateProps {
  /** What failed: `Could not load calls`. */
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
        {errorMessage(error)}
      </EmptyState>
    </div>
  )
}

interface ErrorBoundaryProps {
  /** A new location resets the error. */
  readonly place: string
  readonly children: ReactNode
}

interface Caught {
  readonly error?: unknown
  readonly place?: string
}

/** Catches render errors inside, so that the rest of the page keeps working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = {}

  static getDerivedStateFromError = (error: unknown): Caught => ({ error })

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: Caught): Caught | null {
    return state.place === place ? null : { place, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const again = () => this.setState({ error: undefined })
    return <ErrorState title="Something went wrong" error={error} onRetry={again} />
  }
}
