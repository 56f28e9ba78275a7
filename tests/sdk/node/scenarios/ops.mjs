export async function functionOps({ weave }) {
  const add = weave.op(function add(a, b) {
    return a + b
  })
  const greet = weave.op(async (name) => `Hello, ${name}!`, { name: 'greet' })
  return [await add(2, 3), await greet('Ada')]
}

export async function nestedOps({ weave }) {
  const leaf = weave.op(async function leaf(n) {
    return n * 2
  })
  const branch = weave.op(async function branch(n) {
    return (await leaf(n)) + (await leaf(n + 1))
  })
  const root = weave.op(async function root(n) {
    return Promise.all([branch(n), branch(n + 10)])
  })
  return root(1)
}

export async function throwingOps({ weave }) {
  const fail = weave.op(async function fail() {
    throw new Error('no such unit')
  })
  const survive = weave.op(async function survive() {
    return fail().catch((error) => `caught: ${error.message}`)
  })
  return survive()
}

export async function streamingOps({ weave }) {
  const stream = weave.op(
    async function* stream() {
      yield* ['a', 'b', 'c']
    },
    {
      streamReducer: {
        initialStateFn: () => [],
        reduceFn: (state, chunk) => [...state, chunk],
        finalizeFn: () => {},
      },
    },
  )
  const chunks = []
  for await (const chunk of await stream()) chunks.push(chunk)
  return chunks
}

export async function methodOps({ weave }) {
  class Greeter extends weave.WeaveObject {
    constructor(greeting) {
      super({ name: 'greeter' })
      this.greeting = greeting
      this.predict = weave.op(this, this.predict)
    }

    async predict(name) {
      return `${this.greeting}, ${name}!`
    }
  }
  return new Greeter('Hi').predict('Grace')
}

export async function manyOpsAtOnce({ weave }) {
  const square = weave.op(async function square(n) {
    return n * n
  })
  const sumOfSquares = weave.op(async function sumOfSquares(...numbers) {
    const squares = await Promise.all(numbers.map((n) => square(n)))
    return squares.reduce((a, b) => a + b)
  })
  return Promise.all(Array.from({ length: 50 }, (_, i) => sumOfSquares(i, i + 1, i + 2)))
}

export async function attributesOnOps({ weave }) {
  const work = weave.op(async function work() {
    return 'done'
  })
  return weave.withAttributes({ env: 'test', run: { id: 7 } }, () => work())
}
