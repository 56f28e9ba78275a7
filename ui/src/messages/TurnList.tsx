import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '../components/Button.tsx'
import { errorMessage } from '../format/error-message.ts'
import styles from './Messages.module.css'

interface TurnListProps {
  readonly className: string | undefined
  /** Turns as list items, in chronological order. */
  readonly children: readonly ReactNode[]
  /** The query of the turns, whose next page are the turns before. */
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: Error | null
    readonly fetchNextPage: () => unknown
  }
}

/** The latest turns of a conversation, and a button for earlier ones. What is being read stays in place when they arrive. */
export function TurnList({ className, children, query }: TurnListProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const list = useRef<HTMLOListElement>(null)
  const firstBefore = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    const first = firstBefore.current
    if (!first || isFetchingNextPage) return
    firstBefore.current = undefined
    if (isFetchNextPageError) return
    first.scrollIntoView({ block: 'start' })
    // The button left with the last page: the keyboard goes on from here.
    if (!hasNextPage && document.activeElement === document.body) focusOn(first)
  }, [isFetchingNextPage, isFetchNextPageError, hasNextPage])
  const showEarlier = () => {
    if (isFetchingNextPage) return
    const first = list.current?.firstElementChild
    firstBefore.current = first instanceof HTMLElement ? first : undefined
    fetchNextPage()
  }
  return (
    <>
      {hasNextPage && (
        <Button variant="ghost" size="small" icon="expand" onClick={showEarlier}>
          {isFetchingNextPage ? 'Loading earlier turns…' : 'Show earlier turns'}
        </Button>
      )}
      {isFetchNextPageError && (
        <p role="alert" className={styles.faint}>
          Could not load earlier turns: {errorMessage(error)}
        </p>
      )}
      <ol ref={list} className={className}>
        {children}
      </ol>
    </>
  )
}

function focusOn(turn: HTMLElement): void {
  turn.tabIndex = -1
  turn.focus({ preventScroll: true })
}
