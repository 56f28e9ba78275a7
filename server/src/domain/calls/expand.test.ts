import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { expandRefs } from './expand.ts'

const ref = (name: string) => `weave:///team/app/object/${name}:digest`

const OBJECTS = new Map([
  [ref('model'), '{"name":"m","prompt":"weave:///team/app/object/prompt:digest"}'],
  [ref('prompt'), '{"text":"hello"}'],
  [ref('alias'), `"${ref('prompt')}"`],
])

const row = (inputs: unknown) => ({
  inputs: new JsonText(JSON.stringify(inputs)),
  attributes: null,
  output: null,
  summary: new JsonText('{ "kept": 1.0 }'),
})

/** The inputs after expansion, and how often objects were read. */
async function expanded(inputs: unknown, ...paths: string[]) {
  const reads: (readonly string[])[] = []
  const [first] = await expandRefs([row(inputs)], paths, async (refs) => {
    reads.push(refs)
    return refs.map((each) => {
      const text = OBJECTS.get(each)
      return text === undefined ? undefined : new JsonText(text)
    })
  })
  expect(first).toMatchObject({ attributes: null, summary: { text: '{ "kept": 1.0 }' } })
  const value: unknown = JSON.parse(first?.inputs?.text ?? '')
  return { value, reads }
}

test('a path continues into the object that a shorter path expanded, in whatever order they are listed', async () => {
  const { value, reads } = await expanded({ model: ref('model') }, 'inputs.model.prompt', 'inputs.model')

  const prompt = { text: 'hello', _ref: ref('prompt') }
  expect(value).toEqual({ model: { name: 'm', prompt, _ref: ref('model') } })
  expect(reads).toEqual([[ref('model')], [ref('prompt')]])
})

test('without the shorter path a longer one does not go through a ref', async () => {
  const { value } = await expanded({ model: ref('model') }, 'inputs.model.prompt')

  expect(value).toEqual({ model: ref('model') })
})

test('values that are not refs, unresolvable refs and refs to refs are not expanded further', async () => {
  const inputs = { a: 'text', b: ref('unknown'), c: ref('alias'), d: [ref('prompt')] }

  const { value } = await expanded(inputs, 'inputs.a', 'inputs.b', 'inputs.c', 'inputs.c.text', 'inputs.d.0')

  expect(value).toEqual({ ...inputs, c: ref('prompt'), d: [{ text: 'hello', _ref: ref('prompt') }] })
})

test('a payload is read once, however many paths lead nowhere', { timeout: 5_000 }, async () => {
  const paths = Array.from({ length: 2_000 }, (_, index) => `inputs.a.b${index}`)

  const { value } = await expanded({ a: { text: 'x'.repeat(4_000_000), b1999: ref('prompt') } }, ...paths)

  expect(value).toMatchObject({ a: { b1999: { text: 'hello' } } })
})
