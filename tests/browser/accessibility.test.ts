import { expectAccessible } from './accessible.ts'
import { test } from './browser.ts'
import { inProject } from './demo-server.ts'

/** Each page, and something it shows once it has its data. */
const PAGES = [
  { address: '/', shows: 'demo/assistant' },
  { address: inProject('traces'), shows: 'rag_answer' },
  { address: inProject('dashboard'), shows: 'SupportAgent.run' },
  { address: inProject('objects'), shows: 'support-model' },
]

test.for(PAGES)('$address is accessible, light and dark', async ({ address, shows }, { page }) => {
  await page.goto(address)
  await page.getByRole('main').getByText(shows).first().waitFor()

  await expectAccessible(page)
})

test('the sign-in page is accessible, light and dark', async ({ visitor }) => {
  await visitor.goto('/')
  await visitor.getByLabel('API key').waitFor()

  await expectAccessible(visitor)
})
