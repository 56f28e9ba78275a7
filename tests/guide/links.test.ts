import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const PAGES = ['.', 'docs', 'docs/guide', 'docs/adr'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(ROOT, folder, name)),
)

/** Sections by the anchors that GitHub makes of their headings. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

test.each(PAGES.map((page) => relative(ROOT, page)))(
  'every link of %s leads to a file and a section',
  (name) => {
    const page = join(ROOT, name)
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]

    const broken = links.filter(([, path, anchor]) => {
      const target = path ? join(dirname(page), path) : page
      return !existsSync(target) || (anchor && !anchorsOf(target).has(anchor))
    })

    expect(broken.map(([link]) => link)).toEqual([])
  },
)

test.each(['SECURITY.md', 'docs/reliability.md'])('every test that %s names exists', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8')

  const named = [...text.matchAll(/`((?:server|tests)\/[^`]+)`/g)].map(([, path = '']) => path)

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
