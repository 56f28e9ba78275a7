import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import { newCallEnd } from '../../domain/calls/new-call.ts'
import { opNameMatches } from '../../domain/evaluations/evaluation.ts'
import {
  hasResult,
  isTrial,
  latencySeconds,
  newTrial,
  TRIAL_OPS,
  type Trial,
  trialParts,
} from '../../domain/evaluations/trial.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { EMPTY_OBJECT } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'
import { formatDateTime } from '../../time.ts'
import { mapInTurns } from '../../turns.ts'
import { writeParts } from '../calls/describe.ts'
import { gatherWideCalls } from '../calls/stored-calls.ts'
import { callKey } from '../keyed-queue.ts'
import type { Context } from '../operation.ts'

export interface TrialOptions {
  /** Whether to read the children of trials: the calls of models and scorers. */
  readonly children: boolean
}

/** The trials of these evaluations, by start, whichever client recorded them. */
export async function loadTrials(
  context: Context,
  project_id: string,
  evaluationIds: readonly string[],
  { children }: TrialOptions = { children: true },
): Promise<Trial[]> {
  const trials = await readTrialCalls(context, project_id, evaluationIds, ['inputs', 'output'])
  const childrenOf = children ? await readBelow(context, project_id, trials) : () => []
  return mapInTurns(trials, (trial) => newTrial(trial, childrenOf(trial)))
}

/** The calls of these evaluations' trials, by start. */
export async function readTrialCalls(
  context: Context,
  project_id: string,
  evaluationIds: readonly string[],
  columns: readonly WideColumn[],
): Promise<StoredCall[]> {
  const filter = { parent_ids: evaluationIds, op_names: opNameMatches(project_id, TRIAL_OPS) }
  const ids = await context.storage.calls.find({ project_id, filter, sort: [] })
  return gatherWideCalls(context, project_id, ids, columns)
}

/** Child calls, by start. */
async function childrenOfCalls(
  context: Context,
  project_id: string,
  parents: readonly StoredCall[],
  columns: readonly WideColumn[],
): Promise<StoredCall[]> {
  const parent_ids = parents.map(({ id }) => id)
  if (parent_ids.length === 0) return []
  const ids = await context.storage.calls.find({ project_id, filter: { parent_ids }, sort: [] })
  return gatherWideCalls(context, project_id, ids, columns)
}

/** Outputs are read only if the trial itself does not have them: they can be large. */
async function readBelow(context: Context, projectId: string, trials: readonly StoredCall[]) {
  const [known, open] = [trials.filter(hasResult), trials.filter((trial) => !hasResult(trial))]
  const children = [
    ...(await childrenOfCalls(context, projectId, known, [])),
    ...(await childrenOfCalls(context, projectId, open, ['output'])),
  ]
  const byParent = groupBy(children, ({ parent_id }) => parent_id)
  return ({ id }: StoredCall) => byParent.get(id) ?? []
}

/** Ends a trial with the results of its children; one that has ended is updated. Other calls do not change. */
export const endTrial = (context: Context, projectId: string, id: string): Promise<void> =>
  writeResults(context, projectId, id, () => true)

/** The same if it has ended: its results have changed. */
export const renewTrial = (context: Context, projectId: string, id: string): Promise<void> =>
  writeResults(context, projectId, id, ({ ended_at }) => ended_at !== null)

/** In turn: otherwise one that read the children before a score was stored could write its results after the score's. */
const writeResults = (
  context: Context,
  projectId: string,
  id: string,
  isDue: (trial: StoredCall) => boolean,
): Promise<void> =>
  context.writesInTurn.run([callKey(projectId, id)], async () => {
    const [trial] = await context.storage.calls.read(projectId, [id], [])
    if (trial && isTrial(trial) && isDue(trial)) await writeEnd(context, projectId, trial)
  })

async function writeEnd(context: Context, project_id: string, trial: StoredCall): Promise<void> {
  const children = await childrenOfCalls(context, project_id, [trial], ['output'])
  const { predict_call, model_output, scores } = trialParts(children)
  const mean = predict_call ? latencySeconds(predict_call) : null
  const end = newCallEnd(
    {
      project_id,
      id: trial.id,
      ended_at: formatDateTime(trial.ended_at ?? context.now()),
      output: jsonTextOf({ output: model_output, scores, model_latency: { mean } }),
      summary: EMPTY_OBJECT,
    },
    // Its parts were redacted when they were stored.
    { redactor: () => undefined },
    ['body'],
  )
  await writeParts(context.storage.calls, [{ part: 'end', end }])
}
