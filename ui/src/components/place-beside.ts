interface Placement {
  readonly side: 'below' | 'above'
  readonly align: 'start' | 'center' | 'end'
}

const GAP = 4
const EDGE = 8

/** Positions a fixed element next to its anchor, within the viewport; flips sides where that fits better. */
export function placeBeside(shown: HTMLElement, anchor: Element, { side, align }: Placement): void {
  const near = anchor.getBoundingClientRect()
  const { width, height } = shown.getBoundingClientRect()
  const below = near.bottom + GAP
  const above = near.top - GAP - height
  const fitsBelow = below + height <= window.innerHeight - EDGE
  const fitsAbove = above >= EDGE
  const isBelow = side === 'below' ? fitsBelow || !fitsAbove : !fitsAbove
  const left = { start: near.left, center: near.left + (near.width - width) / 2, end: near.right - width }[
    align
  ]
  const topMax = window.innerHeight - height - EDGE
  shown.style.top = `${Math.max(EDGE, Math.min(isBelow ? below : above, topMax))}px`
  shown.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`
}
