import { expect, test } from 'vitest'
import { describeTarget, isTarget, parseTarget } from './target.ts'

test('a URL names the server, the user and the database', () => {
  expect(parseTarget('clickhouse://ada:p%40ss@db.example:9000/traces')).toEqual({
    url: 'http://db.example:9000',
    username: 'ada',
    password: 'p@ss',
    database: 'traces',
    memoryBytesMax: 4_000_000_000,
    layout: { replicated: false, sharded: false, onCluster: false },
  })
  expect(parseTarget('clickhouse://h/d?max_memory_usage=9000000').memoryBytesMax).toBe(9_000_000)
  expect(parseTarget('clickhouse://db.example/traces?secure')).toMatchObject({
    url: 'https://db.example:8443',
    username: 'default',
    password: '',
  })
})

test('a URL is shown without its user and password', () => {
  expect(describeTarget('clickhouse://ada:secret@db.example/traces')).toBe(
    'clickhouse://db.example:8123/traces',
  )
  expect(isTarget('./clickhouse')).toBe(false)
})

test('a cluster is replicated unless the URL says otherwise', () => {
  const layoutOf = (options: string) => parseTarget(`clickhouse://h/d?${options}`).layout

  expect(layoutOf('cluster=main')).toEqual({
    cluster: 'main',
    replicated: true,
    sharded: false,
    onCluster: true,
  })
  expect(layoutOf('cluster=main&sharded&replicated=false&on_cluster=0')).toEqual({
    cluster: 'main',
    replicated: false,
    sharded: true,
    onCluster: false,
  })
})

test.each([
  'clickhouse://',
  'clickhouse://u:secret@h',
  'clickhouse://u:secret@h/',
  'clickhouse://u:secret@h/a`b',
  'clickhouse://u:secret@h/a/b',
  'clickhouse://u:secret@h/d?clusters=main',
  "clickhouse://u:secret@h/d?cluster=a'b",
  'clickhouse://u:secret@h/d?cluster=a&sharded=maybe',
  'clickhouse://u:secret@h/d?max_memory_usage=4GB',
  'postgres://u:secret@h/d',
])('%s is refused without showing its password', (url) => {
  let message = ''
  try {
    parseTarget(url)
  } catch (error) {
    message = String(error)
  }

  expect(message).not.toBe('')
  expect(message).not.toContain('secret')
})
