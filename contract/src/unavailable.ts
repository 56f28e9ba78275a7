import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Empty, ProjectId } from './schema.ts'

/** What would need a model provider or a worker of the service's own. Asking is refused with NOT_AVAILABLE. */
export const unavailableEndpoints = [
  unavailable('/completions/create', 'Run a completion'),
  unavailable('/completions/create_stream', 'Run a completion, piece by piece'),
  unavailable('/image/create', 'Make an image'),
  unavailable('/calls/score', 'Score calls'),
  unavailable('/evaluations/evaluate_model', 'Evaluate a model'),
  unavailable('/evaluations/rescore', 'Score an evaluation again'),
] as const

function unavailable(path: string, action: string) {
  return endpoint({
    method: 'POST',
    path,
    tag: 'service',
    summary: `${action} on the server: not available`,
    description:
      'The server calls no model provider and runs no code of yours. It always answers 400 with the error_code NOT_AVAILABLE, which clients do not retry.',
    request: Type.Object({ project_id: ProjectId }),
    example: { project_id: example.project_id },
    reply: Empty,
  })
}
