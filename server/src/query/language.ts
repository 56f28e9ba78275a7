import { apply, lower, not } from './build.ts'
import type { Comparison, Conversion, Expression } from './expression.ts'
import {
  comparison,
  contains,
  conversion,
  membership,
  type NullMeaning,
  type Operand,
  textOf,
  truthOf,
} from './operand.ts'

/** An operator as clients write it. */
export interface OperatorSyntax {
  /** Whether it is allowed at the top level of a query. */
  readonly isCondition: boolean
  readonly body: OperatorBody
  /** Lowers bound operands, whose number matches `body`. */
  bind(operands: readonly Operand[], nullMeans: NullMeaning, settings: Settings): Expression
}

/** The syntax of an operator's operands. */
export type OperatorBody =
  | { readonly shape: 'operand' }
  | { readonly shape: 'list'; readonly count?: number; readonly isEmptyRefused?: boolean }
  /** `[operand, [option, …]]`. */
  | { readonly shape: 'operand and options' }
  /** An object of named operands and settings. */
  | {
      readonly shape: 'members'
      readonly operands: readonly string[]
      /** False if absent. */
      readonly flag?: string
      readonly choice?: { readonly name: string; readonly options: readonly string[] }
    }

export type Settings = ReadonlyMap<string, string | boolean>

const CONVERSIONS: readonly Conversion[] = ['double', 'string', 'int', 'bool', 'exists']

/** The operators of the language by their names on the wire: their syntax and how they are lowered. */
export const LANGUAGE: ReadonlyMap<string, OperatorSyntax> = new Map<string, OperatorSyntax>([
  ['$and', junction('and')],
  ['$or', junction('or')],
  [
    '$not',
    {
      isCondition: true,
      body: { shape: 'list', count: 1 },
      bind: ([operand]) => not(truthOf(given(operand))),
    },
  ],
  ['$eq', comparing('eq')],
  ['$gt', comparing('gt')],
  ['$gte', comparing('gte')],
  ['$lt', comparing('lt')],
  ['$lte', comparing('lte')],
  [
    '$in',
    {
      isCondition: true,
      body: { shape: 'operand and options' },
      bind: ([operand, ...options], nullMeans) => membership(given(operand), options, nullMeans),
    },
  ],
  [
    '$contains',
    {
      isCondition: true,
      body: { shape: 'members', operands: ['input', 'substr'], flag: 'case_insensitive' },
      bind: ([input, substr], _, settings) =>
        contains(given(input), given(substr), settings.get('case_insensitive') ? lower : unchanged),
    },
  ],
  [
    '$convert',
    {
      isCondition: false,
      body: { shape: 'members', operands: ['input'], choice: { name: 'to', options: CONVERSIONS } },
      bind: ([input], _, settings) =>
        conversion(given(input), CONVERSIONS.find((to) => to === settings.get('to')) ?? 'string'),
    },
  ],
  ['$size', { isCondition: false, body: { shape: 'operand' }, bind: ([input]) => size(given(input)) }],
])

function junction(operator: 'and' | 'or'): OperatorSyntax {
  return {
    isCondition: true,
    body: { shape: 'list', isEmptyRefused: true },
    bind: (operands) => apply(operator, ...operands.map(truthOf)),
  }
}

function comparing(operator: Comparison): OperatorSyntax {
  return {
    isCondition: true,
    body: { shape: 'list', count: 2 },
    bind: ([left, right], nullMeans) => comparison(operator, given(left), given(right), nullMeans),
  }
}

function size(operand: Operand): Expression {
  if (operand.many?.kind === 'collection') return { kind: 'count', field: operand.many }
  return apply('size', textOf(operand))
}

const unchanged = (text: Expression): Expression => text

/** The parser has counted the operands. */
function given(operand: Operand | undefined): Operand {
  if (!operand) throw new Error('an operator lacks an operand')
  return operand
}
