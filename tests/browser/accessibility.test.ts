import { expectAccessible } from './accessible.ts'
import { test } from './browser.ts'
import { inProject } from './demo-server.ts'

/** Each page, and something it shows once it has its data. Those with a test of their own are held to it there. */
const PAGES: [address: string, shows: string][] = [
  ['/', 'demo/assistant'],
  [inProject('traces'), 'rag_answer'],
  [inProject('threads'), 'thread-1'],
  [inProject('dashboard'), 'SupportAgent.run'],
  [inProject('feedback'), 'helpfulness'],
  [inProject('feedback?tab=review'), 'Inputs'],
  [inProject('evaluations'), 'support on gpt-4o'],
  [inProject('datasets'), 'support-questions'],
  [inProject('objects'), 'support-prompt'],
  [inProject('costs'), 'gpt-4o'],
  [inProject('settings'), 'HEDDLE_API_KEY'],
  [inProject('settings?tab=users'), 'admin'],
  [inProject('settings?tab=storage'), 'demo/assistant'],
  [inProject('settings?tab=server'), 'Uptime'],
]

test.for(PAGES)('%s is accessible, light and dark', async ([address, shows], { page }) => {
  await page.goto(address)
  await page.getByRole('main').getByText(shows).first().waitFor()

  await expectAccessible(page)
})

test('the sign-in page is accessible in both themes', async ({ visitor }) => {
  await visitor.goto('/')
  await visitor.getByLabel('API key').waitFor()

  await expectAccessible(visitor)
})
