import { Query } from '@heddle/contract/query'
import { Maybe, Payload, PayloadObject } from '@heddle/contract/schema'
import * as Type from 'typebox'
import { expect, test } from 'vitest'
import type { Shape } from '../../json/read.ts'
import { shapeOf } from './shape.ts'

const closed = (members: Record<string, Shape>): Shape => ({
  members: new Map(Object.entries(members)),
  rest: 'dropped',
})

test('payloads and queries stay text at any depth', () => {
  const schema = Type.Object({
    id: Type.String(),
    val: Payload(),
    inputs: PayloadObject(),
    output: Maybe(Payload()),
    otel_dump: Maybe(PayloadObject()),
    query: Maybe(Query),
    rows: Type.Array(PayloadObject()),
    vals: Type.Record(Type.String(), Type.Unknown()),
  })

  expect(shapeOf(schema)).toEqual(
    closed({
      id: 'scalar',
      val: 'raw',
      inputs: 'raw',
      output: 'raw',
      otel_dump: 'raw',
      query: 'raw',
      rows: { items: 'raw' },
      vals: { rest: 'raw' },
    }),
  )
})

test('an intersection has the members of all its schemas', () => {
  const schema = Type.Intersect([Type.Object({ a: Payload() }), Type.Object({ b: Type.Integer() })])

  expect(shapeOf(schema)).toEqual(closed({ a: 'raw', b: 'scalar' }))
})

test('compatible union options share one shape', () => {
  const schema = Type.Union([
    Type.Object({ start: Type.Object({ inputs: PayloadObject() }) }),
    Type.Object({ end: Payload(), list: Type.Array(Type.String()) }),
    Type.String(),
  ])

  expect(shapeOf(schema)).toEqual({
    members: new Map<string, Shape>([
      ['start', closed({ inputs: 'raw' })],
      ['end', 'raw'],
      ['list', { items: 'scalar' }],
    ]),
    rest: 'dropped',
  })
})

test('incompatible union options leave the union as text', () => {
  expect(shapeOf(Type.Union([Type.String(), PayloadObject()]))).toBe('raw')
  expect(shapeOf(Type.Union([Type.Object({ a: Payload() }), Type.Object({ a: Type.String() })]))).toBe('raw')
})

test('an unsupported schema throws when the shape is compiled', () => {
  expect(() => shapeOf({ type: 'null' })).toThrow()
})
