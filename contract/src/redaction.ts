import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, ProjectId } from './schema.ts'

export type RedactedField = Static<typeof RedactedField>
const RedactedField = Type.Union([Type.Literal('inputs'), Type.Literal('output'), Type.Literal('attributes')])

export type RedactionRuleRequest = Static<typeof RedactionRule>
const RedactionRule = Type.Object({
  name: Type.String({
    maxLength: 40,
    pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$',
    description: 'Stands in the place of what the rule redacts: `[REDACTED:email]`.',
    examples: ['email'],
  }),
  keys: Maybe(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 100 }), {
    description:
      'Keys whose values are redacted, at any depth. Case, `_` and `-` do not matter; `user.id` is the key `id` in `user`.',
  }),
  pattern: Maybe(Type.String({ minLength: 1, maxLength: 500 }), {
    description:
      'A regular expression. What it matches in texts is redacted, and numbers that it matches. Without back references, lookaround and lazy repetition.',
  }),
  fields: Maybe(Type.Array(RedactedField, { minItems: 1, maxItems: 3 }), {
    description: 'Where the rule applies; everywhere if left out. `output` includes the exception.',
  }),
})

const RedactionRules = Type.Object({ rules: Type.Array(RedactionRule, { maxItems: 50 }) })

export const readRedactionRules = endpoint({
  method: 'POST',
  path: '/project/redaction/read',
  tag: 'service',
  summary: 'Get the redaction rules of a project',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: RedactionRules,
})

export const setRedactionRules = endpoint({
  method: 'POST',
  path: '/project/redaction/update',
  tag: 'service',
  summary: 'Set the redaction rules of a project',
  description:
    'Replaces all rules. They apply to calls and agent spans that arrive a second later or after, before anything is stored; what is already stored stays. For admins of the entity.',
  request: Type.Object({ project_id: ProjectId, rules: Type.Array(RedactionRule, { maxItems: 50 }) }),
  example: {
    project_id: example.project_id,
    rules: [
      { name: 'email', pattern: '[\\w.+-]+@[\\w-]+\\.[\\w.-]+' },
      { name: 'address', keys: ['street', 'user.phone'], fields: ['inputs', 'output'] },
    ],
  },
  reply: RedactionRules,
})

export const tryRedactionRules = endpoint({
  method: 'POST',
  path: '/project/redaction/try',
  tag: 'service',
  summary: 'Apply redaction rules to an example',
  description: 'Returns what would be stored. Nothing is stored, and the rules of the project do not matter.',
  request: Type.Object({
    project_id: ProjectId,
    rules: Type.Array(RedactionRule, { maxItems: 50 }),
    field: RedactedField,
    value: Type.Unknown({ description: 'Any JSON, as inputs, output or attributes of a call.' }),
  }),
  example: {
    project_id: example.project_id,
    rules: [{ name: 'email', pattern: '[\\w.+-]+@[\\w-]+\\.[\\w.-]+' }],
    field: 'inputs',
    value: { question: 'Mail ada@example.org' },
  },
  reply: Type.Object({ value: Type.Unknown() }),
})
