import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonLines } from './Skeleton.tsx'

interface Later<Props> {
  (props: Props): React.ReactNode
  /** Fetches it before it is drawn. */
  readonly preload: () => Promise<void>
}

/**
 * A component that is fetched when it is first drawn, or before. Unlike React's own `lazy`, which waits a
 * third of a second where something stood in for it, it is shown as soon as it is there.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded ??= (await load()).default
  }

  function Fetched(props: Props) {
    const [isThere, setIsThere] = useState(Loaded !== undefined)
    const [error, setError] = useState<unknown>()
    useEffect(() => {
      if (!isThere) preload().then(() => setIsThere(true), setError)
    }, [isThere])
    if (isThere && Loaded) return <Loaded {...props} />
    if (error === undefined) return <SkeletonLines />
    // After an update of the server the files of the old page are gone.
    const reload = () => window.location.reload()
    return <ErrorState title="The page could not be loaded" error={error} onRetry={reload} />
  }
  return Object.assign(Fetched, { preload })
}
