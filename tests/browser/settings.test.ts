import { test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('a change of the retention is confirmed', async ({ page }) => {
  await page.goto(inProject('settings?tab=storage'))

  await page.getByLabel('Keep calls for, in days').fill('3000')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('status').getByText('Saved').waitFor()
})

test('a new key stays on the page until it was copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-write'])
  await page.goto(inProject('settings'))
  await page.getByRole('button', { name: 'New key' }).click()
  await page.keyboard.type('laptop')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await shown.waitFor()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await shown.getByRole('button', { name: 'Copied' }).waitFor()

  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
})

test('a dialog says why the server refused what it was to do', async ({ page, refusals }) => {
  refusals.push('409 /settings/users/create')
  await page.goto(inProject('settings?tab=users'))
  await page.getByRole('button', { name: 'Add a user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a user' })

  await dialog.getByLabel('Name').fill('admin')
  await dialog.getByRole('button', { name: 'Add the user' }).click()

  await dialog.getByRole('alert').getByText('admin').waitFor()
})
