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
    const [state, setState] = useState<{ readonly error?: unknown }>({})
    useEffect(() => {
      if (Loaded) return
      preload().then(
        () => setState({}),
        (error) => setState({ error }),
      )
    }, [])
    if (Loaded) return <Loaded {...props} />
    if (state.error === undefined) return <SkeletonLines />
    // After an update of the server the files of the old page are gone.
    const reload = () => window.location.reload()
    return <ErrorState title="The page could not be loaded" error={state.error} onRetry={reload} />
  }
  return Object.assign(Fetched, { preload })
}
