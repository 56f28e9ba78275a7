import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { classOf, withBuiltinClass } from './class.ts'

const annotated = (text: string, className: string): unknown =>
  JSON.parse(withBuiltinClass(new JsonText(text), className).text)

const refusal = expect.objectContaining({ code: 'invalid_request' })

test('an annotation spec gains its class and the defaults of its fields', () => {
  expect(annotated('{"name":"quality","field_schema":{"type":"integer"}}', 'AnnotationSpec')).toEqual({
    _type: 'AnnotationSpec',
    _class_name: 'AnnotationSpec',
    _bases: ['BaseObject', 'BaseModel'],
    name: 'quality',
    description: null,
    field_schema: { type: 'integer' },
    unique_among_creators: false,
    op_scope: null,
  })
})

test('an annotated value is of its builtin class', () => {
  const val = withBuiltinClass(new JsonText('{}'), 'AnnotationSpec')

  expect(classOf(val)).toEqual({
    kind: 'object',
    base_object_class: 'AnnotationSpec',
    leaf_object_class: 'AnnotationSpec',
  })
})

test('a class that extends another has it as its base', () => {
  const val = withBuiltinClass(
    new JsonText('{"llm_model_id":"openai/gpt-4o","default_params":{"temperature":0.5,"stop":null}}'),
    'LLMStructuredCompletionModel',
  )

  expect(classOf(val)).toEqual({
    kind: 'object',
    base_object_class: 'Model',
    leaf_object_class: 'LLMStructuredCompletionModel',
  })
  expect(JSON.parse(val.text)).toMatchObject({ name: null, default_params: { temperature: 0.5 } })
})

test('a class without known fields gets a name and a description, and keeps the rest', () => {
  expect(annotated('{"base_url":"http://localhost"}', 'Provider')).toEqual({
    _type: 'Provider',
    _class_name: 'Provider',
    _bases: ['BaseObject', 'BaseModel'],
    name: null,
    description: null,
    base_url: 'http://localhost',
  })
})

test('numbers keep their text', () => {
  const val = withBuiltinClass(new JsonText('{"limit":1.0,"id":12345678901234567890}'), 'ChartConfig')

  expect(val.text).toContain('"limit":1.0')
  expect(val.text).toContain('"id":12345678901234567890')
})

test('a value that already has its class is not changed', () => {
  const text = '{"_class_name":"AnnotationSpec","_bases":["BaseObject","BaseModel"],"field_schema":5}'

  expect(withBuiltinClass(new JsonText(text), 'AnnotationSpec').text).toBe(text)
})

test.each([
  ['{}', 'NoSuchClass'],
  ['{}', 'toString'],
  ['[]', 'AnnotationSpec'],
  ['null', 'Leaderboard'],
  ['{"_class_name":"Leaderboard"}', 'AnnotationSpec'],
  ['{"_class_name":"Leaderboard","_bases":["BaseObject","BaseModel"]}', 'AnnotationSpec'],
  ['{"field_schema":"integer"}', 'AnnotationSpec'],
  ['{"unique_among_creators":"no"}', 'AnnotationSpec'],
  ['{"name":5}', 'Provider'],
  ['{}', 'Leaderboard'],
  ['{"columns":[{"scorer_name":"s"}]}', 'Leaderboard'],
  ['{"label":"mine"}', 'SavedView'],
  ['{}', 'LLMStructuredCompletionModel'],
  ['{"llm_model_id":7}', 'LLMStructuredCompletionModel'],
  ['{"llm_model_id":"m","default_params":{"temperature":"hot"}}', 'LLMStructuredCompletionModel'],
  ['{"llm_model_id":"m","default_params":{"messages_template":["hi"]}}', 'LLMStructuredCompletionModel'],
])('%s is refused as %s', (text, className) => {
  expect(() => withBuiltinClass(new JsonText(text), className)).toThrow(refusal)
})

test('a leaderboard and a saved view with their fields are accepted', () => {
  const column = { evaluation_object_ref: 'r', scorer_name: 's', summary_metric_path: 'p' }

  expect(annotated(JSON.stringify({ columns: [column] }), 'Leaderboard')).toMatchObject({ columns: [column] })
  expect(annotated('{"view_type":"traces","label":"mine","definition":{}}', 'SavedView')).toMatchObject({
    _class_name: 'SavedView',
    label: 'mine',
  })
})
