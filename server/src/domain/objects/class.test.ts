import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { classOf } from './class.ts'

const classOfText = (text: string) => classOf(new JsonText(text))

test.each([
  ['{"_class_name":"Dataset","_bases":["Object","BaseModel"]}', 'Dataset', 'Dataset'],
  ['{"_class_name":"StringPrompt","_bases":["Prompt","Object","BaseModel"]}', 'Prompt', 'StringPrompt'],
  ['{"_class_name":"M","_bases":["Sub","Model","Object","BaseModel"]}', 'Model', 'M'],
  ['{"_class_name":"Leaderboard","_bases":["BaseObject","BaseModel"]}', 'Leaderboard', 'Leaderboard'],
  ['{"\\u005fbases":["Object","BaseModel"],"_class_name":"Dataset"}', 'Dataset', 'Dataset'],
])('%s is of class %s, its own class being %s', (text, base_object_class, leaf_object_class) => {
  expect(classOfText(text)).toEqual({ kind: 'object', base_object_class, leaf_object_class })
})

test.each([
  '{"a":1}',
  'null',
  '"_bases"',
  '[{"_class_name":"A","_bases":["Object","BaseModel"]}]',
  '{"_class_name":"A","_bases":["BaseModel"]}',
  '{"_class_name":"A","_bases":["Object","Other"]}',
  '{"_class_name":"A","_bases":["Object",1,"Object","BaseModel"]}',
  '{"_class_name":"A","_bases":"Object"}',
  '{"_class_name":7,"_bases":["Object","BaseModel"]}',
  '{"_bases":["Object","BaseModel"]}',
  '{"nested":{"_class_name":"A","_bases":["Object","BaseModel"]}}',
])('%s has no class', (text) => {
  expect(classOfText(text)).toEqual({ kind: 'object', base_object_class: null, leaf_object_class: null })
})

test.each([
  ['{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{}}', 'op'],
  ['{"_type":"Op"}', 'op'],
  ['{"_type":"CustomWeaveType","weave_type":{"type":"PIL.Image.Image"}}', 'object'],
  ['{"_type":"Op","weave_type":{"type":"Other"}}', 'object'],
  ['{"_type":"Op","weave_type":"Op"}', 'object'],
  ['{"weave_type":{"type":"Op"}}', 'object'],
  ['"Op"', 'object'],
])('%s is an %s', (text, kind) => {
  expect(classOfText(text).kind).toBe(kind)
})
