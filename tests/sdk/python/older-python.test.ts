import { callGuarantees } from './guarantees/calls.ts'
import { evaluationGuarantees } from './guarantees/evaluations.ts'
import { objectGuarantees } from './guarantees/objects.ts'
import { opGuarantees } from './guarantees/ops.ts'
import { startGuarantees } from './guarantees/starting.ts'
import { describePythonSdk } from './python-suite.ts'

describePythonSdk(
  { version: '0.52.10', modules: ['ops', 'objects', 'calls', 'evaluations', 'starting'] },
  (suite) => {
    startGuarantees(suite)
    opGuarantees(suite)
    objectGuarantees(suite)
    callGuarantees(suite)
    evaluationGuarantees(suite)
  },
)
