import { putRuntime } from '@heddle/contract/runtimes'
import { withBuiltinClass } from '../../domain/objects/builtin-classes.ts'
import { JsonText } from '../../json/text.ts'
import { projectOfPath } from '../calls/path-project.ts'
import { operation } from '../operation.ts'
import { publishValue } from './publish.ts'

export const runtimePut = operation(
  putRuntime,
  { access: 'write', projects: (request) => [projectOfPath(request)] },
  async (request, context) => {
    const { name, base_url, api_key_secret = '', headers = {} } = request
    const runtime_ids = (request.runtime_ids ?? []).map((runtime) => {
      const { id, max_tokens = null } = typeof runtime === 'string' ? { id: runtime } : runtime
      return { id, max_tokens, playground_id: `${name}/${id}` }
    })
    const provider = { name, base_url, api_key_name: api_key_secret, extra_headers: headers, runtime_ids }
    const val = withBuiltinClass(new JsonText(JSON.stringify(provider)), 'Provider')
    await publishValue(context, projectOfPath(request), name, val)
    return { name, base_url, api_key_secret, headers, runtime_ids }
  },
)
