import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

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
