import { expect, test } from 'vitest'
import { parseRef, refPath } from './ref.ts'

test('a ref is parsed into kind, name and version', () => {
  expect(parseRef('weave:///team/app/object/set:abc/attr/rows/id/x')).toEqual({
    projectId: 'team/app',
    kind: 'object',
    name: 'set',
    digest: 'abc',
    inside: 'attr/rows/id/x',
  })
  expect(parseRef('weave:///team/app')).toBeUndefined()
  expect(parseRef('just text')).toBeUndefined()
})

test('refs lead to pages', () => {
  const pageOf = (text: string) => {
    const ref = parseRef(text)
    return ref && refPath(ref)
  }

  expect(pageOf('weave:///team/app/op/run:v1')).toBe('/team/app/weave/ops/run/versions/v1')
  expect(pageOf('weave:///team/app/call/c1')).toBe('/team/app/weave/calls/c1')
  expect(pageOf('weave:///team/app/table/t1')).toBeUndefined()
})
