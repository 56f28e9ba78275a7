import { agentPromises } from './promises/agents.ts'
import { callPromises } from './promises/calls.ts'
import { evaluationPromises } from './promises/evaluations.ts'
import { objectPromises } from './promises/objects.ts'
import { opPromises } from './promises/ops.ts'
import { queuePromises } from './promises/queues.ts'
import { spanPromises } from './promises/spans.ts'
import { startPromises } from './promises/starting.ts'
import { tagPromises } from './promises/tags.ts'
import { describePythonSdk } from './python-suite.ts'

describePythonSdk(
  {
    version: '0.54.0',
    modules: ['ops', 'objects', 'tags', 'calls', 'evaluations', 'queues', 'spans', 'agents', 'starting'],
  },
  (suite) => {
    startPromises(suite)
    opPromises(suite)
    objectPromises(suite)
    tagPromises(suite)
    callPromises(suite)
    evaluationPromises(suite)
    queuePromises(suite)
    spanPromises(suite)
    agentPromises(suite)
  },
)
