import type { RedactedField } from '@heddle/contract/redaction'
import { checkProjectId } from '../domain/projects/project.ts'
import { newRedactionRules, type RedactionRule } from '../domain/redaction/rule.ts'
import { recordRules } from '../operations/projects/redaction.ts'
import type { Storage } from '../storage/port.ts'
import { CommandLineError, UsageError } from '../usage-error.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command, Invocation } from './command.ts'
import { editorOn, withStorage } from './open-storage.ts'

const APPLIES_WHEN =
  'A running server applies the change within a second. Calls that are stored do not change.'

const list: Command = {
  words: ['redaction', 'list'],
  parameters: ['PROJECT'],
  flags: LIST_FLAGS,
  summary: 'List what a project redacts in its calls before they are stored',
  run: (invocation) =>
    withStorage(invocation, async ({ projects }) => {
      const rules = await projects.redactionRules(projectIdOf(invocation))
      printList(invocation, ['NAME', 'REDACTS', 'FIELDS'], rules, {
        cells: ({ name, keys, pattern = '', fields }) => [
          name,
          keys ? `keys ${keys.join(', ')}` : `pattern ${pattern}`,
          fields.join(', '),
        ],
        record: (rule) => rule,
      })
    }),
}

const add: Command = {
  words: ['redaction', 'add'],
  parameters: ['PROJECT', 'NAME'],
  flags: {
    keys: { type: 'string', value: 'KEYS', help: 'Redact the values of these keys, separated by commas' },
    pattern: { type: 'string', value: 'REGEXP', help: 'Redact what this matches in texts' },
    fields: { type: 'string', value: 'FIELDS', help: 'Only in these of inputs, output and attributes' },
  },
  summary: 'Redact values by their keys, or texts by a pattern, in the calls of a project',
  details: [APPLIES_WHEN, 'A rule of the same name is replaced.'],
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const rule = readRule(invocation)
      await change(invocation, storage, (rules) => [
        ...rules.filter(({ name }) => name !== rule.name),
        ...newRedactionRules([rule]),
      ])
    }),
}

const remove: Command = {
  words: ['redaction', 'remove'],
  parameters: ['PROJECT', 'NAME'],
  flags: {},
  summary: 'Remove a redaction rule from a project',
  details: [APPLIES_WHEN],
  run: (invocation) =>
    withStorage(invocation, (storage) =>
      change(invocation, storage, (rules) => {
        const removed = invocation.word('NAME')
        const left = rules.filter(({ name }) => name !== removed)
        if (left.length === rules.length) throw new UsageError(`The project has no rule ${removed}`)
        return left
      }),
    ),
}

export const redactionCommands: readonly Command[] = [list, add, remove]

async function change(
  invocation: Invocation,
  storage: Storage,
  edit: (rules: readonly RedactionRule[]) => readonly RedactionRule[],
): Promise<void> {
  const projectId = projectIdOf(invocation)
  const isKnown = (await storage.projects.find([projectId])).length > 0
  const rules = edit(await storage.projects.redactionRules(projectId))
  await recordRules(editorOn(storage), projectId, rules)
  await storage.projects.setRedactionRules(projectId, rules)
  invocation.context.note(
    `${projectId}: ${rules.length === 1 ? '1 redaction rule' : `${rules.length} redaction rules`}`,
  )
  if (!isKnown) invocation.context.note(`Nothing was ever written to ${projectId}: check its name`)
}

/** Rules may be set before the first call is stored. */
function projectIdOf(invocation: Invocation): string {
  const projectId = invocation.word('PROJECT')
  checkProjectId(projectId)
  return projectId
}

function readRule(invocation: Invocation) {
  const name = invocation.word('NAME')
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/.test(name))
    throw new CommandLineError('NAME may have up to 40 letters, digits, spaces, dots, _ and -')
  const keys = invocation.text('keys')
  const pattern = invocation.text('pattern')
  const fields = invocation.text('fields')
  return {
    name,
    ...(keys !== undefined && { keys: splitList(keys) }),
    ...(pattern !== undefined && { pattern }),
    ...(fields !== undefined && { fields: splitList(fields).map(readField) }),
  }
}

const splitList = (text: string): string[] => text.split(',').map((part) => part.trim())

const FIELDS: readonly RedactedField[] = ['inputs', 'output', 'attributes']

function readField(text: string): RedactedField {
  const field = FIELDS.find((each) => each === text)
  if (field) return field
  throw new CommandLineError(`--fields may list inputs, output and attributes, not ${JSON.stringify(text)}`)
}
