import { createObject, readObject } from '@heddle/contract/objects'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

test('a prompt is edited and published with an alias, which is then moved back', async ({ server, page }) => {
  const liveIndex = async () => {
    const request = { project_id: PROJECT, object_id: 'support-prompt', digest: 'production' }
    return (await server.client.call(readObject, request)).obj.version_index
  }
  await page.goto(inProject('objects/support-prompt/versions/latest'))
  await page.getByRole('button', { name: 'production is v2' }).waitFor()
  await page.getByRole('tab', { name: 'Edit' }).click()

  await page.getByLabel('Prompt', { exact: true }).fill('You are the support assistant. Be kind.')
  await page.getByLabel('Changes', { exact: true }).getByText('Be kind.').first().waitFor()
  await page.getByLabel('Alias for the new version').fill('production')
  await page.getByText('Moves production to the new version.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish new version' }).click()
  await page.getByText('Published a new version of support-prompt').waitFor()
  await eventually(liveIndex).toBe(4)

  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: /^v2/ }).click()
  await page.getByRole('button', { name: 'production is v4' }).click()
  await page.getByRole('menuitem', { name: 'Move production here, to v2' }).click()

  await eventually(liveIndex).toBe(2)
})

test('an edited prompt is kept while other pages are open, until it is discarded', async ({ page }) => {
  const prompt = page.getByLabel('Prompt', { exact: true })
  await page.goto(inProject('objects/support-prompt/versions/latest?tab=edit'))
  const published = await prompt.inputValue()
  await prompt.fill('You are half')

  await page.getByRole('link', { name: 'Objects' }).click()
  await page.getByRole('link', { name: 'support-prompt' }).click()
  await page.getByRole('tab', { name: 'Edit unsaved' }).click()
  await eventually(() => prompt.inputValue()).toBe('You are half')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await eventually(() => prompt.inputValue()).toBe(published)
  await page.getByRole('tab', { name: 'Edit', exact: true }).waitFor()
})

test('the messages of a chat prompt are edited one by one', async ({ server, page }) => {
  await page.goto(inProject('objects'))
  await page.getByRole('button', { name: 'New prompt' }).click()
  await page.getByLabel('Name', { exact: true }).fill('chat-prompt')
  await page.getByRole('button', { name: 'Chat' }).click()
  await page.getByLabel('System message').fill('Be brief.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'chat-prompt' }).waitFor()

  await page.getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Add message' }).click()
  await page.getByLabel('Message 2', { exact: true }).fill('{question}')
  await page.getByRole('button', { name: 'Publish new version' }).click()

  await page.getByText('Published a new version of chat-prompt').waitFor()
  const request = { project_id: PROJECT, object_id: 'chat-prompt', digest: 'latest' }
  const { obj } = await server.client.call(readObject, request)
  expect(obj.val).toMatchObject({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '{question}' },
    ],
  })
})

test('a config object is edited as JSON that is checked, and a newer version is not overruled', async ({
  server,
  page,
}) => {
  const publish = (val: unknown) =>
    server.client.call(createObject, { obj: { project_id: PROJECT, object_id: 'config', val } })
  await publish({ temperature: 0.2 })
  await page.goto(inProject('objects/config/versions/latest?tab=edit'))

  await page.getByLabel('Value').fill('{"temperature": }')
  await page.getByText('Not valid JSON').waitFor()
  expect(await page.getByRole('button', { name: 'Publish new version' }).isDisabled()).toBe(true)
  await page.getByLabel('Value').fill('{"temperature": 0.9}')
  await publish({ temperature: 0.5 })
  await page.getByRole('button', { name: 'Publish new version' }).click()

  await page.getByRole('alert').getByText('v1 of config was published in the meantime').waitFor()
})
