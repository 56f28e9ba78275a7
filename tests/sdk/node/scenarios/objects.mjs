export async function publishedObjects({ client }) {
  const ref = await client.publish({ temperature: 0.5, tags: ['a', 'b'], deep: { on: true } }, 'settings')
  return client.get(ref)
}

export async function prompts({ weave, client }) {
  const text = await client.publish(new weave.StringPrompt({ name: 'ask', content: 'Ask {name} politely.' }))
  const messages = await client.publish(
    new weave.MessagesPrompt({ name: 'chat', messages: [{ role: 'user', content: 'Hello, {name}' }] }),
  )
  return [
    (await client.get(text)).format({ name: 'Ada' }),
    (await client.get(messages)).format({ name: 'Ada' }),
  ]
}

export async function datasets({ weave }) {
  const rows = Array.from({ length: 1500 }, (_, i) => ({ question: `What is ${i} + ${i}?`, expected: i + i }))
  await new weave.Dataset({ name: 'sums', rows }).save()
}

export async function loadedDatasets({ weave, client }) {
  const rows = Array.from({ length: 250 }, (_, n) => ({ n }))
  const dataset = await client.get(await new weave.Dataset({ name: 'numbers', rows }).save())
  const read = []
  for await (const { n } of dataset) read.push(n)
  return read
}

export async function sourceOfOps({ weave, client }) {
  const twice = weave.op(function twice(x) {
    return x + x
  })
  await client.publish(twice)
}

export async function images({ weave }) {
  const draw = weave.op(async function draw() {
    return weave.weaveImage({ data: Buffer.from('not really a picture'), imageType: 'png' })
  })
  await draw()
}

export async function sounds({ weave }) {
  const speak = weave.op(async function speak() {
    return weave.weaveAudio({ data: Buffer.from('not really a sound'), audioType: 'wav' })
  })
  await speak()
}
