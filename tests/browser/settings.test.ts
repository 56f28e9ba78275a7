import { setRedactionRules } from '@heddle/contract/redaction'
import { addUser, createKey, setMember } from '@heddle/contract/settings'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'
import { signIn } from './sign-in.ts'
import { writeTrace } from './write-trace.ts'

test('a change of the retention needs confirmation', async ({ page }) => {
  await page.goto(inProject('settings?tab=storage'))

  await page.getByLabel('Retention in days').fill('3000')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('status').getByText('Saved').waitFor()
})

test('a new key stays on the page until it is copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-write'])
  await page.goto(inProject('settings'))
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.keyboard.type('laptop')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'API key created' })
  await shown.waitFor()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await shown.getByRole('button', { name: 'Copied' }).waitFor()

  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
})

test('a new key is shown although the list of keys cannot be read again, which then can be retried', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('403 /settings/keys/query')
  await page.goto(inProject('settings'))
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  await page.route('**/settings/keys/query', (route) =>
    route.fulfill({ status: 403, json: { reason: 'not now' } }),
  )

  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('only once')
  await page.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'API key created' })
  await page.getByText('Could not refresh API keys: not now').waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  await expectAccessible(page)

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('row', { name: 'only once' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a dialog shows the error of a rejected request', async ({ page, expectedErrors }) => {
  expectedErrors.push('409 /settings/users/create')
  await page.goto(inProject('settings?tab=users'))
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })

  await dialog.getByLabel('Name').fill('admin')
  await dialog.getByRole('button', { name: 'Add user' }).click()

  await dialog.getByRole('alert').getByText('admin').waitFor()
})

test('an admin of an entity sees its members, adds one, and changes a role', async ({
  server: { client },
  visitor,
}) => {
  for (const name of ['grace', 'barbara']) await client.call(addUser, { name })
  await client.call(setMember, { user_name: 'grace', entity: 'demo', role: 'admin' })
  const { key } = await client.call(createKey, { user_name: 'grace' })
  await visitor.goto(inProject('settings?tab=members'))
  await signIn(visitor, key)

  await visitor.getByRole('row', { name: 'admin server admin' }).waitFor()
  await visitor.getByRole('button', { name: 'Add member' }).click()
  await visitor.getByLabel('Name').fill('barbara')
  await visitor.getByRole('dialog').getByRole('button', { name: 'Add member' }).click()
  const role = visitor.getByLabel('Role of barbara')
  await role.selectOption('viewer')

  await eventually(() => role.inputValue()).toBe('viewer')
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Remove barbara from demo' }).click()
  await visitor.getByRole('button', { name: 'Remove member', exact: true }).click()
  await role.waitFor({ state: 'detached' })
  expect(await visitor.getByLabel('Role of grace').inputValue()).toBe('admin')
})

test('with a restricted key, a server admin sees their own keys and the members', async ({
  server: { client },
  visitor,
}) => {
  const { key } = await client.call(createKey, { name: 'looks only', scope: 'read' })
  await visitor.goto(inProject('settings'))
  await signIn(visitor, key)

  const row = visitor.getByRole('row', { name: 'looks only' })
  expect(await row.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true)
  const create = visitor.getByRole('button', { name: 'Create API key' })
  expect(await create.getAttribute('title')).toContain('restricted')
  await visitor.getByRole('tab', { name: 'Members' }).click()
  await visitor.getByRole('row', { name: 'admin server admin' }).waitFor()
})

test('a redaction rule that another admin adds meanwhile stays', async ({ page, server: { client } }) => {
  const project_id = 'demo/two-admins'
  const added = { name: 'added meanwhile', keys: ['phone'] }
  await writeTrace(client, { op: 'call', output: 'done' }, project_id)
  await page.goto('/demo/two-admins/weave/settings?tab=redaction')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add redaction rule' })
  await client.call(setRedactionRules, { project_id, rules: [added] })

  await dialog.getByLabel('Name').fill('zip code')
  await dialog.getByLabel('Regular expression').fill('ZZ')
  await dialog.getByRole('button', { name: 'Add rule' }).click()

  await page.getByRole('row', { name: 'zip code' }).waitFor()
  await page.getByRole('row', { name: 'added meanwhile' }).waitFor()
})

test('a redaction rule is tried and added, and what it took out says so in a trace', async ({
  page,
  server: { client },
}) => {
  await page.goto(inProject('settings?tab=redaction'))
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add redaction rule' })
  await dialog.getByLabel('Name').fill('zip code')
  await dialog.getByLabel('Regular expression').fill('\\bZZ\\d{5}\\b')
  await dialog.getByLabel('Try it on an example').fill('at ZZ12345 now')
  await dialog.getByText('at [REDACTED:zip code] now').waitFor()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('row', { name: 'zip code' }).waitFor()

  const id = await writeTrace(client, { op: 'locate', output: 'She lives at ZZ12345.' })
  await page.goto(inProject(`calls/${id}`))
  await page.getByTitle('by the rule “zip code” of the project').first().waitFor()

  await page.goto(inProject('settings?tab=redaction'))
  await page.getByRole('button', { name: 'Remove zip code' }).click()
  await page.getByRole('button', { name: 'Remove rule', exact: true }).click()
  await page.getByText('No rules').waitFor()
})

test('an admin of an entity reads its audit log, and finds the changes of one user', async ({
  server: { client },
  visitor,
}) => {
  await client.call(addUser, { name: 'hedy' })
  await client.call(setMember, { user_name: 'hedy', entity: 'demo', role: 'admin' })
  const { key } = await client.call(createKey, { user_name: 'hedy' })
  await visitor.goto(inProject('settings?tab=audit'))
  await signIn(visitor, key)

  await visitor.getByRole('row', { name: 'role.grant hedy' }).first().waitFor()
  await expectAccessible(visitor)
  await visitor.getByLabel('Made by').fill('hedy')
  await visitor.getByText('No changes.').waitFor()
  expect(await visitor.getByLabel('Where').count()).toBe(0)
})

test('a server admin reads the audit log of the whole server, by action', async ({
  server: { client },
  page,
}) => {
  await client.call(addUser, { name: 'katherine' })
  await page.goto(inProject('settings?tab=audit'))
  await page.getByRole('heading', { name: 'Changes in demo' }).waitFor()

  await page.getByLabel('Where').selectOption('The whole server')
  await page.getByLabel('Action').selectOption('user.add')

  await page.getByRole('row', { name: 'user.add katherine' }).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('row', { name: 'key.create' }).count()).toBe(0)
})
