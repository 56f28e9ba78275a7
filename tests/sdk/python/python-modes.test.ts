import { callPromises } from './promises/calls.ts'
import { digestPromises } from './promises/digests.ts'
import { evaluationPromises } from './promises/evaluations.ts'
import { objectPromises } from './promises/objects.ts'
import { opPromises } from './promises/ops.ts'
import { describePythonSdk } from './python-suite.ts'

describePythonSdk(
  {
    version: '0.54.0',
    variant: 'starts and ends apart',
    modules: ['ops', 'calls', 'evaluations'],
    environment: { WEAVE_USE_CALLS_COMPLETE: 'false' },
  },
  (suite) => {
    opPromises(suite)
    callPromises(suite)
    evaluationPromises(suite)
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
    digestPromises(suite)
    objectPromises(suite)
    evaluationPromises(suite)
  },
)
