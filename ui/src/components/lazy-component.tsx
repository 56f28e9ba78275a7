import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonLines } from './Skeleton.tsx'

interface LazyComponent<Props> {
  (props: Props): React.ReactNode
  /** Loads the component before it is rendered. */
  readonly preload: () => Promise<void>
}

/**
 * A component that is loaded on first render, or preloaded. Unlike React's `lazy`, which keeps a fallback
 * visible for a third of a second, it appears as soon as it is loaded.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded ??= (await load()).default
  }

  function Fetched(props: Props) {
    const [isLoaded, setIsLoaded] = useState(Loaded !== undefined)
    const [error, setError] = useState<unknown>()
    useEffect(() => {
      if (!isLoaded) preload().then(() => setIsLoaded(true), setError)
    }, [isLoaded])
    if (isLoaded && Loaded) return <Loaded {...props} />
    if (error === undefined) return <SkeletonLines />
    // After a server update, the chunks of the old build are gone.
    const reload = () => window.location.reload()
    return <ErrorState title="Could not load the page" error={error} onRetry={reload} />
  }
  return Object.assign(Fetched, { preload })
}
