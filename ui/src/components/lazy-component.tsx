import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonLines } from './Skeleton.tsx'

/** After an update of the server, the chunks of the previous build are gone. */
const MISSING_CHUNK = new Error('A part of the app is missing, perhaps because Heddle has been updated.')

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
    const [isMissing, setIsMissing] = useState(false)
    useEffect(() => {
      if (!isLoaded)
        patiently(preload).then(
          () => setIsLoaded(true),
          () => setIsMissing(true),
        )
    }, [isLoaded])
    if (isLoaded && Loaded) return <Loaded {...props} />
    if (!isMissing) return <SkeletonLines />
    const reload = () => window.location.reload()
    return <ErrorState title="Could not load the page" error={MISSING_CHUNK} onRetry={reload} />
  }
  return Object.assign(Fetched, { preload })
}

const RETRY_MS = 500

/** Tries again once: after a pause, and not before the server is back. */
async function patiently(load: () => Promise<void>): Promise<void> {
  try {
    await load()
  } catch {
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS))
    await online()
    await load()
  }
}

const online = (): Promise<void> =>
  new Promise((resolve) => {
    if (onlineManager.isOnline()) return resolve()
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })
