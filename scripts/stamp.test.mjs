import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFresh, markFresh, stampOf } from './stamp.mjs'

let root

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'heddle-stamp-'))
  await mkdir(join(root, 'src/deep'), { recursive: true })
  await writeFile(join(root, 'src/deep/a.ts'), 'a')
})

afterEach(() => rm(root, { recursive: true, force: true }))

test('a stamp changes with a file that grows, appears, or is touched, and with nothing else', async () => {
  const stamps = [stampOf(root, ['src'])]
  await writeFile(join(root, 'src/deep/a.ts'), 'longer')
  stamps.push(stampOf(root, ['src']))
  await writeFile(join(root, 'src/b.ts'), 'b')
  stamps.push(stampOf(root, ['src']))
  await utimes(join(root, 'src/b.ts'), 1, 1)
  stamps.push(stampOf(root, ['src']))

  expect(new Set(stamps).size).toBe(4)
  expect(stampOf(root, ['src'])).toBe(stamps[3])
})

test('a changed test leaves the stamp as it was', async () => {
  const before = stampOf(root, ['src'])

  await writeFile(join(root, 'src/a.test.ts'), 'test')

  expect(stampOf(root, ['src'])).toBe(before)
})

test('only the stamp that was marked is fresh', () => {
  const stampFile = join(root, '.stamp')
  expect(isFresh(stampFile, 'one')).toBe(false)

  markFresh(stampFile, 'one')

  expect(isFresh(stampFile, 'one')).toBe(true)
  expect(isFresh(stampFile, 'two')).toBe(false)
})
