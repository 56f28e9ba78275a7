import type { TraceTree } from '@heddle/contract/compare/tree'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef } from 'react'
import { useScrollToSelected } from '../../components/useScrollToSelected.ts'
import { StepCard } from './StepCard.tsx'
import { stepId, transcriptSteps } from './steps.ts'
import styles from './Transcript.module.css'

const CARD_HEIGHT = 96

interface TranscriptProps {
  readonly projectId: string
  readonly tree: TraceTree
  readonly selected: number
  readonly onSelect: (index: number) => void
}

/** A trace as a conversation. Cards load their call when scrolled into view. */
export function Transcript({ projectId, tree, selected, onSelect }: TranscriptProps) {
  const steps = useMemo(() => transcriptSteps(tree), [tree])
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 3,
    // A measured height belongs to its card, which moves while calls arrive.
    getItemKey: useCallback((at: number) => stepId(tree, steps[at]), [tree, steps]),
  })
  const selectedAt = steps.findIndex(({ index }) => index === selected)
  const { scrollRect, scrollOffset } = virtualizer
  const isReady = (scrollRect?.height ?? 0) > 0 && selectedAt >= 0
  useScrollToSelected(tree.skeleton.calls.id[selected], isReady, () => {
    const top = scrollOffset ?? 0
    const bottom = top + (scrollRect?.height ?? 0)
    // The root has two cards: its input and its result.
    const isInView = steps.some(({ index }, at) => {
      const card = index === selected && virtualizer.measurementsCache[at]
      return card && card.end > top && card.start < bottom
    })
    // A card that is partly in view was clicked, and stays under the pointer.
    if (!isInView) virtualizer.scrollToIndex(selectedAt, { align: 'start' })
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div ref={scroller} className={styles.scroller} role="region" aria-label="Transcript" tabIndex={0}>
      <ol className={styles.steps} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: at, start }) => {
          const step = steps[at]
          if (!step) return null
          return (
            <li
              key={stepId(tree, step)}
              ref={virtualizer.measureElement}
              data-index={at}
              className={styles.step}
              style={{ transform: `translateY(${start}px)`, '--depth': step.depth }}
            >
              <StepCard
                projectId={projectId}
                tree={tree}
                step={step}
                before={step.kind === 'end' ? steps[at - 1]?.index : undefined}
                isSelected={step.index === selected}
                onSelect={onSelect}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}
