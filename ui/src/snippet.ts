import { element } from './dom.ts'

const LABEL_RESET_MS = 2000

/** A titled block of code with a button that copies it. */
export function snippet(title: string, code: string): HTMLElement {
  const text = element('code', {}, code)
  const label = element('span', { ariaLive: 'polite' }, 'Copy')
  const button = element(
    'button',
    { type: 'button', className: 'copy' },
    label,
    element('span', { className: 'unseen' }, ` ${title}`),
  )
  button.addEventListener('click', async () => {
    label.textContent = await copy(text)
    setTimeout(() => {
      label.textContent = 'Copy'
    }, LABEL_RESET_MS)
  })
  const head = element('div', { className: 'snippet-head' }, element('h3', {}, title), button)
  // Wide code scrolls sideways; a tab stop lets the keyboard do it too.
  return element('div', { className: 'snippet' }, head, element('pre', { tabIndex: 0 }, text))
}

/** Says what happened. Browsers keep the clipboard from plain-HTTP pages; there the text is selected instead. */
async function copy(source: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(source.textContent)
    return 'Copied'
  } catch {
    window.getSelection()?.selectAllChildren(source)
    return 'Selected'
  }
}
