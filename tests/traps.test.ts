import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TRAPS = Array.from({ length: 45 }, (_, index) => index + 1)
const TESTS = /\.test\.ts$|query\/cases\/[\w-]+\.ts$/
const TRAP = /trap (\d+):/g

test('every known trap of the interface is named by a test', () => {
  const named = new Set(testFiles().flatMap(trapsIn))

  expect(TRAPS.filter((trap) => !named.has(trap))).toEqual([])
})

function testFiles(): string[] {
  const rooms = ['contract/src', 'server/src', 'tests'].map((room) => join(ROOT, room))
  const files = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  )
  return files.filter((file) => TESTS.test(file))
}

const trapsIn = (file: string): number[] =>
  [...readFileSync(file, 'utf8').matchAll(TRAP)].map(([, trap]) => Number(trap))
