import { callPromises } from './promises/calls.ts'
import { evaluationPromises } from './promises/evaluations.ts'
import { objectPromises } from './promises/objects.ts'
import { opPromises } from './promises/ops.ts'
import { startPromises } from './promises/starting.ts'
import { describePythonSdk } from './python-suite.ts'

describePythonSdk(
  { version: '0.52.10', modules: ['ops', 'objects', 'calls', 'evaluations', 'starting'] },
  (suite) => {
    startPromises(suite)
    opPromises(suite)
    objectPromises(suite)
    callPromises(suite)
    evaluationPromises(suite)
  },
)
