import { test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('a change of the retention is confirmed', async ({ page }) => {
  await page.goto(inProject('settings?tab=storage'))

  await page.getByLabel('Keep calls for, in days').fill('3000')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('status').getByText('Saved').waitFor()
})
