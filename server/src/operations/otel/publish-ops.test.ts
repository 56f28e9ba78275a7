import { exportTraces } from '@heddle/contract/otel'
import { afterAll, expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, spanId } from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const opsOf = async (project_id: string) => {
  const { body } = await service.post('/objs/query', { project_id, filter: { is_op: true } })
  return Object(body).objs
}

test('ops are published once for each name, with a source to read', async () => {
  const project_id = newProject()
  const spans = ['one', 'two', 'One'].map((name, index) =>
    exportedSpan({}, { name, spanId: spanId(index + 1) }),
  )

  await service.call(exportTraces, exportOf(spans, inProject(project_id)))
  await service.call(exportTraces, exportOf(spans, inProject(project_id)))

  const ops = await opsOf(project_id)
  expect(ops).toMatchObject([
    { object_id: 'one', version_index: 0 },
    { object_id: 'two', version_index: 0 },
  ])
  const digest = ops[0].val.files['obj.py']
  expect(await service.post('/file/content', { project_id, digest })).toMatchObject({ status: 200 })
})

test('an export with more new ops than writes may wait is stored', async () => {
  const project_id = newProject()
  const spans = Array.from({ length: 2_100 }, (_, index) =>
    exportedSpan({}, { name: `op-${index}`, spanId: spanId(index + 1) }),
  )

  await service.call(exportTraces, exportOf(spans, inProject(project_id)))

  expect(await opsOf(project_id)).toHaveLength(2_100)
})

test('ops that were deleted are published again by the next export', async () => {
  const project_id = newProject()
  await service.call(exportTraces, exportOf([exportedSpan()], inProject(project_id)))
  await service.call(exportTraces, exportOf([exportedSpan()], inProject(project_id)))
  const deleted = await service.post('/obj/delete', { project_id, object_id: 'answer' })
  expect([deleted.status, await opsOf(project_id)]).toEqual([200, []])

  await service.call(exportTraces, exportOf([exportedSpan({}, { spanId: spanId(2) })], inProject(project_id)))

  expect(await opsOf(project_id)).toMatchObject([{ object_id: 'answer', version_index: 0 }])
})

test('ops do not replace a newer version of the same name as the latest', async () => {
  const project_id = newProject()
  const val = { _type: 'CustomWeaveType', weave_type: { type: 'Op' }, files: {} }
  await service.call(exportTraces, exportOf([exportedSpan()], inProject(project_id)))
  await service.post('/obj/create', { obj: { project_id, object_id: 'answer', val } })

  await service.call(exportTraces, exportOf([exportedSpan({}, { spanId: spanId(2) })], inProject(project_id)))

  expect(await opsOf(project_id)).toMatchObject([{ is_latest: 0 }, { is_latest: 1, val }])
})
