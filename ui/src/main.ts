import { createClient } from '@heddle/contract/client'
import { byId, element } from './dom.ts'
import { type Setup, setupsFor } from './setup.ts'
import { snippet } from './snippet.ts'
import { readStatus, type ServerStatus } from './status.ts'
import { showTabs } from './tabs.ts'

const ASK_AGAIN_MS = 10_000

const { origin } = window.location
const client = createClient({ baseUrl: origin })

byId('fact-address').textContent = origin
showTabs(
  byId('tabs'),
  byId('panels'),
  setupsFor(origin).map((setup) => ({ ...setup, content: stepsOf(setup) })),
)
void watchStatus()

function stepsOf({ steps }: Setup): HTMLElement {
  return element('div', { className: 'steps' }, ...steps.map(({ title, code }) => snippet(title, code)))
}

/** Asks now and then, but not while nobody looks. */
async function watchStatus(): Promise<void> {
  if (!document.hidden) showStatus(await readStatus(client))
  setTimeout(watchStatus, ASK_AGAIN_MS)
}

function showStatus(status: ServerStatus): void {
  byId('status').dataset.state = status.state
  if (status.state === 'running') {
    say('status-text', `Running, version ${status.version}`)
    say('fact-version', status.version)
    say('fact-python', status.pythonSdk)
  } else {
    say('status-text', 'The server does not answer')
  }
}

/** Leaves equal text alone: a screen reader would announce it again. */
function say(id: string, text: string): void {
  const target = byId(id)
  if (target.textContent !== text) target.textContent = text
}
