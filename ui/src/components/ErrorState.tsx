import { Component, type ReactNode } from 'react'
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

interface ErrorBoundaryProps {
  /** Another place is another try. */
  readonly place: string
  readonly children: ReactNode
}

interface Caught {
  readonly error?: unknown
  readonly place?: string
}

/** Keeps a fault of what is inside from taking the rest of the page with it. */
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
    return <ErrorState title="This page has a fault" error={error} onRetry={again} />
  }
}
