import { readRedactionRules, setRedactionRules, tryRedactionRules } from '@heddle/contract/redaction'
import { checkProjectId, entityOf } from '../../domain/projects/project.ts'
import { createRedactor } from '../../domain/redaction/redactor.ts'
import { newRedactionRules, type RedactionRule } from '../../domain/redaction/rule.ts'
import { callerAsActor, type Recorder, recordChange } from '../audit.ts'
import { inProject, operation } from '../operation.ts'

export const redactionOperations = [
  operation(readRedactionRules, inProject('read'), async ({ project_id }, { storage }) => ({
    rules: (await storage.projects.redactionRules(project_id)).map(ruleView),
  })),

  operation(setRedactionRules, { access: 'admin', entity: entityOfProject }, async (request, context) => {
    const rules = newRedactionRules(request.rules)
    await recordRules({ ...context, actor: callerAsActor(context) }, request.project_id, rules)
    await context.settings.setRedactionRules(request.project_id, rules)
    return { rules: rules.map(ruleView) }
  }),

  operation(tryRedactionRules, inProject('read'), async ({ rules, field, value }) => ({
    value: createRedactor(newRedactionRules(rules))?.payload(field, value) ?? value,
  })),
]

/** Throws for what is no project: nobody administers its entity. */
function entityOfProject({ project_id }: { readonly project_id: string }): string {
  checkProjectId(project_id)
  return entityOf(project_id)
}

/** Stores in the audit log that a project gets these rules. */
export const recordRules = (recorder: Recorder, project_id: string, rules: readonly RedactionRule[]) =>
  recordChange(recorder, { action: 'redaction.set', project_id, target: project_id }, { rules })

const ruleView = ({ keys, fields, ...rule }: RedactionRule) => ({
  ...rule,
  ...(keys && { keys: [...keys] }),
  fields: [...fields],
})
