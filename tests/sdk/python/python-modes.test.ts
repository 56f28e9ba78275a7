import { callGuarantees } from './guarantees/calls.ts'
import { digestGuarantees } from './guarantees/digests.ts'
import { evaluationGuarantees } from './guarantees/evaluations.ts'
import { objectGuarantees } from './guarantees/objects.ts'
import { opGuarantees } from './guarantees/ops.ts'
import { describePythonSdk } from './python-suite.ts'

describePythonSdk(
  {
    version: '0.54.0',
    variant: 'starts and ends apart',
    modules: ['ops', 'calls', 'evaluations'],
    environment: { WEAVE_USE_CALLS_COMPLETE: 'false' },
  },
  (suite) => {
    opGuarantees(suite)
    callGuarantees(suite)
    evaluationGuarantees(suite)
  },
)

describePythonSdk(
  {
    version: '0.54.0',
    variant: 'digests by the client',
    modules: ['digests', 'objects', 'evaluations'],
    environment: { WEAVE_ENABLE_CLIENT_SIDE_DIGESTS: 'true' },
  },
  (suite) => {
    digestGuarantees(suite)
    objectGuarantees(suite)
    evaluationGuarantees(suite)
  },
)
