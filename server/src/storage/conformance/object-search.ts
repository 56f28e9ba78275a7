import { expect, test } from 'vitest'
import type { ObjectSearch } from '../port/objects.ts'
import type { Storage } from '../port.ts'
import { newProjectId, objectVersion } from './rows.ts'

type Filter = Omit<ObjectSearch, 'project_id' | 'sort'>

/** The versions of `fill` that each filter matches. */
const FILTERS: readonly { readonly filter: Filter; readonly finds: readonly string[] }[] = [
  { filter: {}, finds: ['p1', 'm1', 'p2', 'o1'] },
  { filter: { object_ids: ['prompt', 'unknown'] }, finds: ['p1', 'p2'] },
  { filter: { object_ids: [] }, finds: [] },
  { filter: { digests: ['p2', 'o1', 'g1'] }, finds: ['p2', 'o1'] },
  { filter: { kind: 'op' }, finds: ['o1'] },
  { filter: { kind: 'object' }, finds: ['p1', 'm1', 'p2'] },
  { filter: { base_object_classes: ['Prompt'] }, finds: ['p1', 'p2'] },
  { filter: { leaf_object_classes: ['StringPrompt', 'Model'] }, finds: ['p1', 'm1'] },
  { filter: { exclude_base_object_classes: ['Prompt'] }, finds: ['m1', 'o1'] },
  { filter: { exclude_base_object_classes: [] }, finds: ['p1', 'm1', 'p2', 'o1'] },
  { filter: { latest_only: true }, finds: ['m1', 'p2', 'o1'] },
  { filter: { latest_only: false }, finds: ['p1', 'm1', 'p2', 'o1'] },
  { filter: { tags: ['good', 'unknown'] }, finds: ['p1', 'm1'] },
  { filter: { aliases: ['prod'] }, finds: ['p1'] },
  { filter: { aliases: ['latest'] }, finds: ['m1', 'p2', 'o1'] },
  { filter: { aliases: ['latest', 'prod'] }, finds: ['p1', 'm1', 'p2', 'o1'] },
  { filter: { tags: ['good'], latest_only: true }, finds: ['m1'] },
  { filter: { limit: 2, offset: 1 }, finds: ['m1', 'p2'] },
  { filter: { limit: 0 }, finds: [] },
  { filter: { offset: 4 }, finds: [] },
]

export function objectSearchGuarantees(storage: () => Storage): void {
  async function fill(project_id: string): Promise<void> {
    const { objects } = storage()
    const prompt = { project_id, object_id: 'prompt', base_object_class: 'Prompt' }
    await objects.publish(
      objectVersion({ ...prompt, digest: 'p1', leaf_object_class: 'StringPrompt', created_at: 1 }),
    )
    await objects.publish(
      objectVersion({
        project_id,
        object_id: 'model',
        digest: 'm1',
        base_object_class: 'Model',
        leaf_object_class: 'Model',
        created_at: 2,
      }),
    )
    await objects.publish(objectVersion({ ...prompt, digest: 'p2', created_at: 3 }))
    await objects.publish(
      objectVersion({ project_id, object_id: 'rank', digest: 'o1', kind: 'op', created_at: 4 }),
    )
    await objects.publish(objectVersion({ project_id, object_id: 'gone', digest: 'g1', created_at: 5 }))
    await objects.addTags(project_id, { object_id: 'prompt', digest: 'p1' }, ['good'])
    await objects.addTags(project_id, { object_id: 'model', digest: 'm1' }, ['good', 'new'])
    await objects.setAliases(project_id, { object_id: 'prompt', digest: 'p1' }, ['prod'])
    await objects.delete(project_id, 'gone', ['g1'], 9)
  }
  const search = async (project_id: string, filter: Filter, sort: ObjectSearch['sort'] = []) => {
    const versions = await storage().objects.find({ project_id, sort, ...filter })
    return versions.map(({ digest }) => digest)
  }

  test('each filter finds the live versions that match, oldest first', async () => {
    const project = newProjectId()
    await fill(project)

    const answers = await Promise.all(
      FILTERS.map(async ({ filter }) => ({ filter, finds: await search(project, filter) })),
    )

    expect(answers).toEqual(FILTERS)
  })

  test('versions sort by name or by age, in both directions', async () => {
    const project = newProjectId()
    await fill(project)

    expect(await search(project, {}, [{ field: 'created_at', direction: 'desc' }])).toEqual([
      'o1',
      'p2',
      'm1',
      'p1',
    ])
    expect(await search(project, {}, [{ field: 'object_id', direction: 'asc' }])).toEqual([
      'm1',
      'p1',
      'p2',
      'o1',
    ])
    expect(
      await search(project, { limit: 2 }, [
        { field: 'object_id', direction: 'desc' },
        { field: 'created_at', direction: 'desc' },
      ]),
    ).toEqual(['o1', 'p2'])
  })

  test('versions of the same instant are ordered by index', async () => {
    const project_id = newProjectId()
    for (const digest of ['z', 'a', 'm'])
      await storage().objects.publish(objectVersion({ project_id, digest }))

    expect(await search(project_id, {})).toEqual(['z', 'a', 'm'])
  })
}
