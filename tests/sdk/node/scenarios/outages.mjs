const CALLS = 60

/** The server is away while all calls are made, and back before they are given up. */
export async function serverAway({ weave, client, pause }) {
  const count = await publishedOp(weave, client)
  await pause('away')
  for (let n = 1; n <= CALLS; n++) await count(n)
  await pause('back')
}

/** The server is killed and started again while calls are on their way. */
export async function serverCrash({ weave, client, pause }) {
  const count = await publishedOp(weave, client)
  const calls = (async () => {
    for (let n = 1; n <= CALLS; n++) {
      await count(n)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await pause('crash')
  await calls
}

/** An op is stored with its first call; those after it need the server no more. */
async function publishedOp(weave, client) {
  const count = weave.op(async function count(n) {
    return n
  })
  await count(0)
  await client.waitForBatchProcessing()
  return count
}
