import { element } from './dom.ts'

interface Tab {
  readonly id: string
  readonly title: string
  readonly content: HTMLElement
}

/** Fills the list with tabs and the panels with their contents; the first is shown. Arrow keys move. */
export function showTabs(list: HTMLElement, panels: HTMLElement, tabs: readonly Tab[]): void {
  const buttons = tabs.map(({ id, title }) => tabButton(id, title))
  const sheets = tabs.map(({ id, content }) => panel(id, content))

  const select = (index: number) => {
    buttons.forEach((button, i) => {
      button.ariaSelected = String(i === index)
      button.tabIndex = i === index ? 0 : -1
    })
    sheets.forEach((sheet, i) => {
      sheet.hidden = i !== index
    })
  }

  buttons.forEach((button, index) => {
    button.addEventListener('click', () => select(index))
    button.addEventListener('keydown', (event) => {
      const next = neighbour(event.key, index, buttons.length)
      if (next === undefined) return
      event.preventDefault()
      select(next)
      buttons[next]?.focus()
    })
  })

  list.replaceChildren(...buttons)
  panels.replaceChildren(...sheets)
  select(0)
}

function tabButton(id: string, title: string): HTMLButtonElement {
  const button = element('button', { type: 'button', id: `tab-${id}`, role: 'tab' }, title)
  button.setAttribute('aria-controls', `panel-${id}`)
  return button
}

function panel(id: string, content: HTMLElement): HTMLElement {
  const sheet = element('div', { id: `panel-${id}`, role: 'tabpanel', className: 'panel' }, content)
  sheet.setAttribute('aria-labelledby', `tab-${id}`)
  return sheet
}

function neighbour(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
