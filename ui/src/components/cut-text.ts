/** Text in an element is often wrapped once or twice. */
const LEVELS_MAX = 3
const CHARACTERS_MAX = 2000

/** Shows the whole text of an element as a tooltip while it is cut off with an ellipsis, on every page. */
export function explainCutText(): void {
  const explained = new WeakSet<HTMLElement>()
  document.addEventListener('pointerover', ({ target }) => {
    let element = target instanceof HTMLElement ? target : null
    for (let level = 0; element && level < LEVELS_MAX; level++) {
      // A tooltip of its own says more.
      if (element.title !== '' && !explained.has(element)) return
      if (getComputedStyle(element).textOverflow === 'ellipsis') {
        explain(element, explained)
        return
      }
      element = element.parentElement
    }
  })
}

function explain(element: HTMLElement, explained: WeakSet<HTMLElement>): void {
  const isCut = element.scrollWidth > element.clientWidth
  const text = isCut && !element.querySelector('[title]') ? (element.textContent ?? '').trim() : ''
  if (text === '' && !explained.has(element)) return
  explained.add(element)
  element.title = text.slice(0, CHARACTERS_MAX)
}
