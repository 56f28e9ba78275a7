import { queryClientInit } from '@heddle/contract/service'
import { type Caller, defaultEntity, mayAccess } from '../../domain/accounts/access.ts'
import { checkProjectId } from '../../domain/projects/project.ts'
import { forKeyHolders, operation } from '../operation.ts'

export const clientInitOperations = [
  operation(queryClientInit, forKeyHolders, async (request, { caller }) => clientInitReply(request, caller)),
]

interface InitRequest {
  readonly query: string
  readonly variables?: Variables
}

interface Variables {
  readonly name?: string
  readonly entityName?: string
  readonly entity?: string
}

type InitReply = {
  data?: Record<string, object>
  errors?: { message: string; extensions: { code: string } }[]
}

/** The result of one root field of a query. */
type Answer = (caller: Caller, variables: Variables) => object | 'forbidden'

/** The GraphQL fields that the SDKs query at startup. */
const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['viewer', (caller) => ({ username: caller.user.name, defaultEntity: { name: defaultEntity(caller) } })],
  [
    // Every project that the caller may access counts as existing: it is created by its first write.
    'project',
    (caller, { name = '', entityName = '' }) => (mayEnter(caller, entityName, name) ? { name } : 'forbidden'),
  ],
  [
    'upsertModel',
    (caller, { name = '', entity = '' }) =>
      mayEnter(caller, entity, name) ? { model: { name, description: null } } : 'forbidden',
  ],
])

export function clientInitReply({ query, variables = {} }: InitRequest, caller: Caller): InitReply {
  const data: Record<string, object> = {}
  for (const field of rootFields(query)) {
    const answer = ANSWERS.get(field)?.(caller, variables)
    if (answer === undefined)
      return failure('GRAPHQL_VALIDATION_FAILED', `the field ${field} is not known here`)
    if (answer === 'forbidden') return failure('PERMISSION_ERROR', 'this key may not enter the project')
    data[field] = answer
  }
  return { data }
}

/** The names of the fields that a query selects at its root. */
export function rootFields(query: string): ReadonlySet<string> {
  const fields = new Set<string>()
  let braces = 0
  let parentheses = 0
  for (const [token] of query.matchAll(TOKENS)) {
    if (token === '(') parentheses++
    else if (token === ')') parentheses--
    else if (parentheses > 0 || !/^[\w{}]/.test(token)) continue
    else if (token === '{') braces++
    else if (token === '}') braces--
    else if (braces === 1) fields.add(token)
  }
  return fields
}

/**
 * Names, brackets, and what may contain either: strings and comments. An unterminated string extends to the end of
 * the text: otherwise the search would restart at each quote inside it.
 */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"?|#.*|[(){}]|\w+/g

/** Write-only keys may start a client too. */
function mayEnter(caller: Caller, entity: string, name: string): boolean {
  const projectId = `${entity}/${name}`
  checkProjectId(projectId)
  return mayAccess(caller, 'read', projectId) || mayAccess(caller, 'write', projectId)
}

const failure = (code: string, message: string): InitReply => ({
  errors: [{ message, extensions: { code } }],
})
