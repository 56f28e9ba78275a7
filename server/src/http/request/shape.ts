import type { TSchema } from 'typebox'
import type { ContainerShape, Shape } from '../../json/read.ts'
import { type Fields, schemaKind } from './schema-kind.ts'

/** Which parts of a request stay JSON text: those whose schema is unknown, because they are user data. */
export function shapeOf(schema: TSchema): Shape {
  const kind = schemaKind(schema)
  switch (kind.kind) {
    case 'payload':
    case 'payload-object':
      return 'raw'
    case 'object':
      return shapeOfFields(kind.fields)
    case 'record':
      return { rest: shapeOf(kind.values) }
    case 'array':
      return { items: shapeOf(kind.items) }
    case 'nullable':
      return shapeOf(kind.inner)
    case 'union':
      return shapeOfUnion(kind.options)
    case 'string':
    case 'date-time':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'literals':
      return 'scalar'
  }
}

export function shapeOfFields(fields: Fields): Shape {
  const members = new Map([...fields].map(([name, field]) => [name, shapeOf(field.schema)]))
  return { members, rest: 'dropped' }
}

/** If the options disagree about what stays text, the whole union stays text and is parsed again for each option. */
function shapeOfUnion(options: readonly TSchema[]): Shape {
  return options.map(shapeOf).reduce<Shape>((left, right) => merged(left, right) ?? 'raw', 'dropped')
}

/** A shape that fits both, or undefined if one needs text where the other needs a value. */
function merged(left: Shape, right: Shape): Shape | undefined {
  if (left === right || right === 'dropped') return left
  if (left === 'dropped') return right
  if (left === 'raw' || right === 'raw') return undefined
  if (left === 'scalar') return right
  if (right === 'scalar') return left
  return mergedContainers(left, right)
}

function mergedContainers(left: ContainerShape, right: ContainerShape): Shape | undefined {
  const objects = mergedObjects(left, right)
  const items = left.items && right.items ? merged(left.items, right.items) : (left.items ?? right.items)
  const isItemsConflict = left.items !== undefined && items === undefined
  if (objects === undefined || isItemsConflict) return undefined
  return { ...objects, ...(items && { items }) }
}

/** The `members` and `rest` that fit both; empty if neither accepts objects. */
function mergedObjects(left: ContainerShape, right: ContainerShape): ContainerShape | undefined {
  if (!takesObjects(left) && !takesObjects(right)) return {}
  const rest = merged(left.rest ?? 'dropped', right.rest ?? 'dropped')
  if (!rest) return undefined
  const members = new Map<string, Shape>()
  for (const name of new Set([...(left.members?.keys() ?? []), ...(right.members?.keys() ?? [])])) {
    const member = merged(memberShape(left, name), memberShape(right, name))
    if (!member) return undefined
    members.set(name, member)
  }
  return { members, rest }
}

const takesObjects = ({ members, rest }: ContainerShape): boolean =>
  members !== undefined || rest !== undefined

function memberShape(shape: ContainerShape, name: string): Shape {
  return shape.members?.get(name) ?? shape.rest ?? 'dropped'
}
