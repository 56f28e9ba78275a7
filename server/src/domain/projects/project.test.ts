import { describe, expect, test } from 'vitest'
import { checkProjectId, entityOf, isProjectId } from './project.ts'

test('a project id is an entity and a name', () => {
  expect(() => checkProjectId('acme/demo')).not.toThrow()
  expect(entityOf('acme/demo')).toBe('acme')
})

describe('anything but entity/project is refused', () => {
  test.each(['', '/', 'acme', 'acme/', '/demo', 'acme/demo/x', 'acme//demo'])('%j', (text) => {
    expect(() => checkProjectId(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})

test('a project id has at most 512 characters', () => {
  expect(isProjectId(`team/${'x'.repeat(507)}`)).toBe(true)
  expect(isProjectId(`team/${'x'.repeat(508)}`)).toBe(false)
  expect(() => checkProjectId(`team/${'x'.repeat(508)}`)).toThrow('project_id is over 512 characters')
})
