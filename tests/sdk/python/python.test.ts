import { agentGuarantees } from './guarantees/agents.ts'
import { callGuarantees } from './guarantees/calls.ts'
import { evaluationGuarantees } from './guarantees/evaluations.ts'
import { objectGuarantees } from './guarantees/objects.ts'
import { opGuarantees } from './guarantees/ops.ts'
import { queueGuarantees } from './guarantees/queues.ts'
import { spanGuarantees } from './guarantees/spans.ts'
import { startGuarantees } from './guarantees/starting.ts'
import { tagGuarantees } from './guarantees/tags.ts'
import { describePythonSdk } from './python-suite.ts'

describePythonSdk(
  {
    version: '0.54.0',
    modules: ['ops', 'objects', 'tags', 'calls', 'evaluations', 'queues', 'spans', 'agents', 'starting'],
  },
  (suite) => {
    startGuarantees(suite)
    opGuarantees(suite)
    objectGuarantees(suite)
    tagGuarantees(suite)
    callGuarantees(suite)
    evaluationGuarantees(suite)
    queueGuarantees(suite)
    spanGuarantees(suite)
    agentGuarantees(suite)
  },
)
