import { createObject } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TemporaryServer } from '../server/temporary-server.ts'
import { expectAccessible } from './accessible.ts'
import { columnTexts, eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

test('a CSV file becomes a dataset, with columns renamed and left out', async ({ page }) => {
  await page.goto(inProject('datasets'))
  await page.getByRole('button', { name: 'New dataset' }).click()
  const dialog = page.getByRole('dialog', { name: 'New dataset' })

  await dialog.getByLabel('File').setInputFiles({
    name: 'capital cities.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('q,a,n,junk\n"Capital of France?",Paris,1,x\n"Capital of ""Japan""?",Tokyo,2,y\n'),
  })
  await dialog.getByLabel('Name of column q').fill('question')
  await dialog.getByRole('button', { name: 'Leave out column junk' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create with 2 rows' }).click()

  await page.getByRole('heading', { name: 'capital-cities' }).waitFor()
  await page.getByRole('cell', { name: 'Capital of "Japan"?' }).waitFor()
  expect(await headers(page)).toEqual(['#', 'question', 'a', 'n'])
})

test('a file with an error says which line is wrong, and creates nothing', async ({ page }) => {
  await page.goto(inProject('datasets'))
  await page.getByRole('button', { name: 'New dataset' }).click()
  const dialog = page.getByRole('dialog', { name: 'New dataset' })

  await dialog.getByLabel('File').setInputFiles({
    name: 'broken.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from('{"a":1}\n{"a":\n'),
  })

  await dialog.getByRole('alert').getByText('Line 2 is not valid JSON').waitFor()
  expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
})

test('an empty dataset gets its first row, field by field', async ({ page }) => {
  await page.goto(inProject('datasets'))
  await page.getByRole('button', { name: 'New dataset' }).click()
  await page.getByLabel('Name', { exact: true }).fill('from-nothing')
  await page.getByRole('button', { name: 'Empty' }).click()
  await page.getByRole('button', { name: 'Create' }).click()

  await page.getByRole('button', { name: 'Add row' }).click()
  const pane = page.getByRole('complementary', { name: 'New row' })
  await pane.getByLabel('Name of the new field').fill('input')
  await pane.getByRole('button', { name: 'Add field' }).click()
  await pane.getByLabel('input', { exact: true }).fill('hello')
  await page.getByRole('button', { name: 'Save as new version' }).click()

  await page.getByText('Published a new version of from-nothing').waitFor()
  await page.getByRole('cell', { name: 'hello' }).waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
})

test('rows are edited, added and deleted as one new version, and the versions are compared', async ({
  server,
  page,
}) => {
  await writeDataset(server, 'greek', [
    { letter: 'alpha', n: 1 },
    { letter: 'beta', n: 2 },
    { letter: 'gamma', n: 3 },
  ])
  await page.goto(inProject('datasets/greek/versions/latest'))

  await page.getByRole('cell', { name: 'beta' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('n', { exact: true }).fill('not JSON')
  await page.getByText('Not valid JSON').waitFor()
  await page.getByLabel('n', { exact: true }).fill('22')
  await page.getByRole('cell', { name: 'gamma' }).click()
  await page.getByRole('button', { name: 'Delete row' }).click()
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByLabel('letter', { exact: true }).fill('delta')
  await page.getByText('1 row added, 1 row changed, 1 row deleted').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save as new version' }).click()

  await eventually(() => columnTexts(page, 1)).toEqual(['alpha', 'beta', 'delta'])
  await eventually(() => columnTexts(page, 2)).toEqual(['1', '22', ''])
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByText('0 rows added, 2 changed, 0 removed').waitFor()
  await expectAccessible(page)
})

test('unsaved rows are kept while other pages are open, until they are discarded', async ({
  server,
  page,
}) => {
  await writeDataset(server, 'kept', [{ a: 'first' }])
  await page.goto(inProject('datasets/kept/versions/latest'))
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByLabel('a', { exact: true }).fill('mine')

  await page.getByRole('link', { name: 'Datasets' }).click()
  await page.getByRole('link', { name: 'kept' }).click()
  await page.getByText('1 row added').waitFor()
  await page.getByRole('cell', { name: 'mine' }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()

  await eventually(() => columnTexts(page, 1)).toEqual(['first'])
})

test('an older version cannot be edited, and saving over a newer one is refused', async ({
  server,
  page,
}) => {
  await writeDataset(server, 'raced', [{ a: 'first' }])
  await page.goto(inProject('datasets/raced/versions/latest'))
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByLabel('a', { exact: true }).fill('mine')

  await writeDataset(server, 'raced', [{ a: 'theirs' }])
  await page.getByRole('button', { name: 'Save as new version' }).click()

  await page.getByText('v1 of raced was published in the meantime').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto(inProject('datasets/raced/versions/v0'))
  await page.getByRole('cell', { name: 'first' }).waitFor()
  await eventually(() => page.getByRole('button', { name: 'Add row' }).isDisabled()).toBe(true)
})

test('a dataset is renamed with its versions, then deleted', async ({ server, page }) => {
  await writeDataset(server, 'old-name', [{ a: 'one' }])
  await writeDataset(server, 'old-name', [{ a: 'two' }])
  await page.goto(inProject('datasets/old-name/versions/latest'))

  await page.getByRole('button', { name: 'Rename or delete' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByLabel('New name').fill('new-name')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()

  await page.getByRole('heading', { name: 'new-name', exact: true }).waitFor()
  await eventually(() => page.getByLabel('Version').locator('option').count()).toBe(2)
  await page.getByRole('cell', { name: 'two' }).waitFor()
  await page.getByRole('button', { name: 'Rename or delete' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete all versions' }).click()
  await page.getByRole('heading', { name: 'Datasets' }).waitFor()
  await eventually(() => page.getByRole('link', { name: /old-name|new-name/ }).count()).toBe(0)
})

async function writeDataset(
  { client }: TemporaryServer,
  name: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const table = { project_id: PROJECT, rows: [...rows] }
  const { digest } = await client.call(createTable, { table })
  const val = {
    _type: 'Dataset',
    _class_name: 'Dataset',
    _bases: ['Object', 'BaseModel'],
    name,
    rows: `weave:///${PROJECT}/table/${digest}`,
  }
  await client.call(createObject, { obj: { project_id: PROJECT, object_id: name, val } })
}

const headers = (page: Page): Promise<string[]> => page.getByRole('columnheader').allTextContents()
