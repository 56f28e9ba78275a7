import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Route, Router } from 'wouter'
import { decodeSegment, encodeSegment, useEncodedLocation } from './location.ts'
import { usePathParam, useProjectInUrl } from './params.ts'
import { callPath } from './paths.ts'

/** The project and the call that a page reads from its URL. */
function readFrom(path: string): unknown {
  let read: unknown
  const Page = () => {
    read = [useProjectInUrl(), usePathParam('id')]
    return null
  }
  const route = createElement(Route, { path: '/:entity/:project/weave/calls/:id' }, createElement(Page))
  const router = { base: '/heddle', hook: useEncodedLocation, ssrPath: `/heddle${path}`, children: route }
  renderToString(createElement(Router, router))
  return read
}

test.each(['app', '100%', 'a%2Fb', '50%25', 'a b', 'what?', 'c#', 'c++', 'a&b=c', 'naïve 🧵', ':;,@$'])(
  'a page knows the project and the call by their names: %s',
  (name) => {
    const projectId = `team ${name}/${name}`

    expect(readFrom(callPath(projectId, `${name}/${name}`))).toEqual([projectId, `${name}/${name}`])
  },
)

test('a stray percent sign in a URL is literal', () => {
  expect(readFrom('/team/100%/weave/calls/50%')).toEqual(['team/100%', '50%'])
})

test('half a surrogate pair has a place in a URL', () => {
  expect(decodeSegment(encodeSegment('a\ud800b'))).toBe('a\ufffdb')
})
