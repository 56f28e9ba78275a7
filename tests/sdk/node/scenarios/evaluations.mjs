export async function evaluations({ weave }) {
  const dataset = new weave.Dataset({
    name: 'capitals',
    rows: [
      { country: 'France', expected: 'Paris' },
      { country: 'Italy', expected: 'Rome' },
      { country: 'Spain', expected: 'Madrid' },
    ],
  })
  const exact = weave.op(function exact({ datasetRow, modelOutput }) {
    return datasetRow.expected === modelOutput
  })
  const model = weave.op(async function alwaysParis() {
    return 'Paris'
  })
  const { exact: summary } = await new weave.Evaluation({
    name: 'geography',
    dataset,
    scorers: [exact],
  }).evaluate({
    model,
  })
  return summary
}

export async function evaluationLogger({ weave }) {
  const log = new weave.EvaluationLogger({
    name: 'by-hand',
    model: { name: 'house-model' },
    dataset: 'questions',
  })
  for (const [question, output, score] of [
    ['2+2?', '4', 1],
    ['3+3?', '7', 0],
  ]) {
    const prediction = log.logPrediction({ question }, output)
    await prediction.logScore('correct', score)
    await prediction.finish()
  }
  await log.logSummary({ note: 'half right' })
}
