import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publish } from './publish.mjs'

let folder

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-publish-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('the fresh files take the place of the old ones, and files no longer made are gone', async () => {
  await write('dist/app.js', 'old')
  await write('dist/assets/old.css', 'old')
  await write('fresh/app.js', 'new')
  await write('fresh/assets/new.css', 'new')

  await publish(join(folder, 'fresh'), join(folder, 'dist'), [])

  expect(await readFile(join(folder, 'dist/app.js'), 'utf8')).toBe('new')
  expect(await readdir(join(folder, 'dist/assets'))).toEqual(['new.css'])
})

test('dot files and the folders to keep stay as they are', async () => {
  await write('dist/.stamp-server', 'stamp')
  await write('dist/ui/index.html', 'page')
  await write('fresh/app.js', 'new')

  await publish(join(folder, 'fresh'), join(folder, 'dist'), ['ui'])

  expect((await readdir(join(folder, 'dist'))).sort()).toEqual(['.stamp-server', 'app.js', 'ui'])
  expect(await readdir(join(folder, 'dist/ui'))).toEqual(['index.html'])
})

test('two builds that publish the same files at once leave them whole', async () => {
  for (const build of ['one', 'two']) {
    for (let i = 0; i < 50; i++) await write(`${build}/assets/${i}.js`, `file ${i}`)
  }

  await Promise.all(['one', 'two'].map((build) => publish(join(folder, build), join(folder, 'dist'), [])))

  expect(await readdir(join(folder, 'dist/assets'))).toHaveLength(50)
})

async function write(file, content) {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
