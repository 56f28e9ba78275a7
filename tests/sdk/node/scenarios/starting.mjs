export async function login({ weave }) {
  const { host } = new URL(process.env.WANDB_BASE_URL)
  const key = process.env.WANDB_API_KEY
  await weave.login(key, host)
  delete process.env.WANDB_API_KEY
  try {
    // The key now comes from the file that the login wrote.
    const client = await weave.init('house/logged-in')
    await firstOp(weave)
    await client.waitForBatchProcessing()
  } finally {
    process.env.WANDB_API_KEY = key
  }
}

export async function initWithOddName({ weave }) {
  const client = await weave.init('my team/pröj x')
  await firstOp(weave)
  await client.waitForBatchProcessing()
}

function firstOp(weave) {
  const first = weave.op(async function first(n) {
    return n + 1
  })
  return first(1)
}
