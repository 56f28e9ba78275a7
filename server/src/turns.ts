/** How long a long computation goes on before other requests get their turn. */
const TURN_MS = 10
const ITEMS_PER_STEP = 100

/** A computation for `inTurns`, which can be paused at each `yield`. Steps of others are part of it by `yield*`. */
export type Steps<Result> = Generator<void, Result>

/**
 * Runs a generator to its end over as many turns of the event loop as it takes, so that other requests are handled
 * meanwhile. It can be paused at each `yield`; what it yields is passed to `take`. Returns what it returns.
 */
export async function inTurns<Step, Result>(
  steps: Generator<Step, Result>,
  take?: (step: Step) => void,
): Promise<Result> {
  let turnStartedAt = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    take?.(step.value)
    if (performance.now() - turnStartedAt < TURN_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    turnStartedAt = performance.now()
  }
}

/** Like `forEach` of an array, with a pause after every few items, which take some 10 µs each at most. */
export function* eachInSteps<Item>(
  items: Iterable<Item>,
  visit: (item: Item, index: number) => void,
): Steps<void> {
  let index = 0
  for (const item of items) {
    visit(item, index++)
    if (index % ITEMS_PER_STEP === 0) yield
  }
}

/** Like `map` of an array, in steps. */
export function* mapInSteps<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
): Steps<Result[]> {
  const results: Result[] = []
  yield* eachInSteps(items, (item, index) => results.push(map(item, index)))
  return results
}

/** Like `map` of an array, with each item built when it is taken: for lists of replies, which are written in turns. */
export function* lazyMap<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
): Generator<Result, void> {
  let index = 0
  for (const item of items) yield map(item, index++)
}

/** Like `map` of an array, over as many turns of the event loop as it takes. Unlike a step of `mapInSteps`, an item may take long. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  await inTurns(lazyMap(items, map), (result) => results.push(result))
  return results
}
