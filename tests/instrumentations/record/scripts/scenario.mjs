// Runs scenarios one after another, telling the recorder which one begins.

export const TEA = 'How do I make tea?'
export const COFFEE = 'And coffee?'
export const WEATHER = 'What is the weather in Paris?'
export const PICTURE = 'What is in this picture?'
export const FAIL = 'Please fail.'
export const SYSTEM = 'Answer in Markdown.'
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

export const WEATHER_TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Current weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

export function getWeather({ city }) {
  return `18 °C and sunny in ${city}`
}

/** The scenario named `error` has to throw; every other one must not. */
export async function run(scenarios, { begin, flush }) {
  for (const [name, scenario] of Object.entries(scenarios)) {
    await fetch(`${process.env.RECORDER_URL}/scenario`, { method: 'POST', body: JSON.stringify({ name }) })
    await begin?.(name)
    const outcome = await scenario().then(
      () => 'done',
      (error) => {
        if (name !== 'error') throw error
        return 'failed'
      },
    )
    if (name === 'error' && outcome === 'done') throw new Error('the scenario named error did not fail')
    await flush()
  }
}

export function runWithWeave(weave, scenarios) {
  let client
  return run(scenarios, {
    async begin(name) {
      client = await weave.init(`team/${process.env.LIBRARY}-${name}`)
    },
    flush: () => client.waitForBatchProcessing(),
  })
}
