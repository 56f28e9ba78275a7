import { expect, test } from 'vitest'
import { type MarkdownNode, parseMarkdown } from './parse.ts'

/** Tags of a tree in depth-first order, with its text. */
function outline(nodes: readonly MarkdownNode[] | undefined): string {
  return (nodes ?? [])
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.type === 'code') return `code-block(${node.language}:${node.code})`
      if (node.type === 'image') return `image(${node.src})`
      const name = node.type === 'element' ? node.tag : node.type
      return `${name}(${outline(node.children)})`
    })
    .join('')
}

test('tables, lists, emphasis and code become elements', () => {
  expect(outline(parseMarkdown('| a | b |\n|---|---|\n| 1 | **2** |'))).toBe(
    'table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(strong(2)))))',
  )
  expect(outline(parseMarkdown('3. one\n4. `two`'))).toBe('list(li(one)li(code(two)))')
  expect(outline(parseMarkdown('```py\nx = 1\n```'))).toBe('code-block(py:x = 1\n)')
})

test('a single line break is kept, as its author saw it', () => {
  expect(outline(parseMarkdown('first\nsecond'))).toBe('p(firstbr()second)')
})

test('HTML in a payload stays text', () => {
  expect(outline(parseMarkdown('<img src=x onerror=alert(1)> <b>hi</b>'))).toBe(
    'p(<img src=x onerror=alert(1)> <b>hi</b>)',
  )
})

test('a script URL never becomes a link', () => {
  expect(outline(parseMarkdown('[click](javascript:alert(1))'))).toBe('p([click](javascript:alert(1)))')
})

test('names with a dot are not links, URLs are', () => {
  expect(outline(parseMarkdown('see main.py or https://example.com/a'))).toBe(
    'p(see main.py or link(https://example.com/a))',
  )
})

test('deep nesting is cut off, and no text of an ordinary depth is lost', () => {
  expect(depthOf(parseMarkdown(`${'>'.repeat(5000)} deep`) ?? [])).toBeLessThan(30)
  expect(depthOf(parseMarkdown(`${'- '.repeat(5000)} deep`) ?? [])).toBeLessThan(30)
  expect(outline(parseMarkdown('> > quoted'))).toBe('blockquote(blockquote(p(quoted)))')
})

test('a table too large to render is not rendered', () => {
  const long = `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(2000)}`
  const wide = `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|\n'.repeat(50)}`

  expect(parseMarkdown(long)).toBeUndefined()
  expect(outline(parseMarkdown(wide))).not.toContain('table')
})

function depthOf(nodes: readonly MarkdownNode[]): number {
  return Math.max(
    0,
    ...nodes.map((node) => (typeof node === 'object' && 'children' in node ? 1 + depthOf(node.children) : 1)),
  )
}
