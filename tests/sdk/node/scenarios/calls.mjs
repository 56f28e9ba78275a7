export async function listedCalls({ weave, client }) {
  const even = weave.op(async function even(n) {
    return n % 2 === 0
  })
  const odd = weave.op(async function odd(n) {
    return n % 2 === 1
  })
  for (let n = 0; n < 10; n++) await (n < 6 ? even(n) : odd(n))
  await client.waitForBatchProcessing()

  const all = await client.getCalls()
  const limited = await client.getCalls({}, false, 4)
  const evens = await client.getCalls({ op_names: [`weave:///${client.projectId}/op/even:*`] })
  const first = await client.getCall(all[0].id)
  return {
    all: all.map((call) => call.inputs.arg0 ?? call.inputs.n),
    limited: limited.length,
    evens: evens.length,
    first: first.output,
  }
}

export async function costs({ weave, client }) {
  const usage = { requests: 1, prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 }
  const ask = weave.op(
    async function ask() {
      return 'four'
    },
    { summarize: () => ({ usage: { 'house-model': usage } }) },
  )
  const research = weave.op(async function research() {
    return [await ask(), await ask()]
  })
  await client.traceServerApi.cost.costCreateCostCreatePost({
    project_id: client.projectId,
    costs: { 'house-model': { prompt_token_cost: 0.001, completion_token_cost: 0.002 } },
  })
  await research()
  await client.waitForBatchProcessing()

  const [root] = await client.getCalls({ trace_roots_only: true }, true)
  return root.summary.weave.costs['house-model']
}

export async function renamedCalls({ weave, client }) {
  const name = weave.op(async function name() {
    return 'done'
  })
  const [, call] = await name.invoke()
  await client.waitForBatchProcessing()
  await call.setDisplayName('The first of all')
}

export async function deletedCalls({ weave, client }) {
  const child = weave.op(async function child(n) {
    return n
  })
  const parent = weave.op(async function parent(n) {
    return child(n)
  })
  await parent(1)
  await parent(2)
  await client.waitForBatchProcessing()

  const [first] = await client.getCalls({ trace_roots_only: true })
  const reply = await client.traceServerApi.calls.callsDeleteCallsDeletePost({
    project_id: client.projectId,
    call_ids: [first.id],
  })
  return reply.data
}

export async function feedback({ weave, client }) {
  const answer = weave.op(async function answer() {
    return '4'
  })
  await answer()
  await client.waitForBatchProcessing()

  const [call] = await client.getCalls()
  const about = { project_id: client.projectId, weave_ref: `weave:///${client.projectId}/call/${call.id}` }
  const { feedback: api } = client.traceServerApi
  await api.feedbackCreateFeedbackCreatePost({
    ...about,
    feedback_type: 'wandb.reaction.1',
    payload: { emoji: '👍' },
  })
  await api.feedbackCreateFeedbackCreatePost({
    ...about,
    feedback_type: 'wandb.note.1',
    payload: { note: 'right' },
  })
  await api.feedbackCreateFeedbackCreatePost({ ...about, feedback_type: 'grade', payload: { marks: 9.5 } })
}
