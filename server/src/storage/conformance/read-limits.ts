import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import {
  annotationItem,
  annotationQueue,
  equals,
  feedback,
  json,
  jsonField,
  newProjectId,
  objectVersion,
  price,
  tableRow,
} from './rows.ts'

/** Lists that are read at once take a limit of bytes. */
export function readLimitGuarantees(storage: () => Storage): void {
  const text = 'x'.repeat(1_000)

  async function filledProject(): Promise<string> {
    const project_id = newProjectId()
    const { feedback: feedbacks, objects, prices, queues, tables } = storage()
    for (const id of ['a', 'b']) {
      await feedbacks.put([feedback({ project_id, id, weave_ref: 'ref', payload: json(text) })])
      await objects.publish(
        objectVersion({ project_id, digest: id, val: json(text + id), leaf_object_class: text }),
      )
      await prices.put([price(project_id, { id, provider_id: text })])
      await queues.put(annotationQueue(project_id, { id, description: text }))
      await queues.addItems([annotationItem(project_id, id, { display_fields: [text] })])
    }
    await tables.put(
      project_id,
      'table',
      ['a', 'b'],
      ['a', 'b'].map((row) => tableRow(row, text + row)),
    )
    return project_id
  }

  type Read = (project_id: string, bytesMax?: number) => Promise<readonly unknown[]>
  const reads: [what: string, read: Read][] = [
    ['feedback', (project_id, max) => storage().feedback.find({ project_id, sort: [] }, max)],
    [
      'feedback by its payload',
      (project_id, max) =>
        storage().feedback.find({ project_id, condition: equals(jsonField('payload'), text), sort: [] }, max),
    ],
    ['feedback on refs', (project_id, max) => storage().feedback.on(project_id, ['ref'], max)],
    ['object versions', (project_id, max) => storage().objects.find({ project_id, sort: [] }, max)],
    [
      'object values',
      async (project_id, max) => [
        ...(await storage().objects.values(
          project_id,
          ['a', 'b'].map((digest) => ({ object_id: 'cfg', digest })),
          max,
        )),
      ],
    ],
    ['prices', (project_id, max) => storage().prices.find({ project_id, sort: [] }, max)],
    ['queues', (project_id, max) => storage().queues.find({ project_id, sort: [] }, max)],
    ['queue items', (project_id, max) => storage().queues.findItems({ project_id, sort: [] }, max)],
    [
      'table rows',
      (project_id, max) => storage().tables.find({ project_id, digest: 'table', sort: [] }, max),
    ],
  ]

  test.each(reads)(
    '%s over a limit of bytes are too large, below it they are what they are without one',
    async (_, read) => {
      const project_id = await filledProject()

      await expect(read(project_id, 1_900)).rejects.toMatchObject({ code: 'too_large' })
      expect(await read(project_id, 10_000)).toEqual(await read(project_id))
      expect(await read(project_id, 10_000)).toHaveLength(2)
    },
  )
}
