import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

test('each gesture in the README has its test', () => {
  const named = [...read('README.md').matchAll(/^\|.*\| `([\w-]+)`: (.+) \|$/gm)]

  const missing = named.filter(([, file, name]) => !read(`${file}.test.ts`).includes(`'${name}',`))

  expect(named.length).toBeGreaterThan(60)
  expect(missing.map(([row]) => row)).toEqual([])
})
