import { expect, test } from 'vitest'
import type { StoredVersion } from '../../domain/objects/object.ts'
import type { Storage } from '../port.ts'
import { json, newProjectId, objectVersion } from './rows.ts'

export function objectVersionGuarantees(storage: () => Storage): void {
  /** Publishes versions of one object, a microsecond apart. */
  async function publish(project_id: string, digests: readonly string[], fields = {}): Promise<void> {
    for (const [index, digest] of digests.entries()) {
      await storage().objects.publish(
        objectVersion({ project_id, digest, created_at: 1_000 + index, ...fields }),
      )
    }
  }
  const remove = (project: string, ...digests: string[]) =>
    storage().objects.delete(project, 'cfg', digests, 9_000)
  const summary = (versions: readonly StoredVersion[]) =>
    versions.map(({ digest, version_index, is_latest }) => [digest, version_index, is_latest])
  const live = (project_id: string) => storage().objects.find({ project_id, sort: [] })

  test('a version is returned as it was published', async () => {
    const project_id = newProjectId()
    const version = objectVersion({
      project_id,
      base_object_class: 'Prompt',
      leaf_object_class: 'StringPrompt',
      val: json({ é: 1 }),
    })

    await storage().objects.publish(version)

    const { val, ...rest } = version
    expect(await live(project_id)).toEqual([
      {
        ...rest,
        version_index: 0,
        is_latest: true,
        deleted_at: null,
        size_bytes: Buffer.byteLength(val.text),
        tags: [],
        aliases: [],
      },
    ])
  })

  test('publishing A, B, A creates two versions, and A is the latest', async () => {
    const project = newProjectId()

    await publish(project, ['A', 'B', 'A'])

    expect(summary(await live(project))).toEqual([
      ['A', 0, true],
      ['B', 1, false],
    ])
  })

  test('known content keeps its creation time, whoever publishes it again', async () => {
    const project_id = newProjectId()
    await publish(project_id, ['A'])

    await publish(project_id, ['A'], { created_at: 5_000, wb_user_id: 'another' })

    expect(await live(project_id)).toMatchObject([{ created_at: 1_000, wb_user_id: 'user' }])
  })

  test('indexes never shift: a deleted version keeps its own', async () => {
    const project = newProjectId()
    await publish(project, ['A', 'B', 'C'])

    await remove(project, 'B')
    await publish(project, ['D'])

    expect(summary(await live(project))).toEqual([
      ['A', 0, false],
      ['D', 3, true],
      ['C', 2, false],
    ])
    expect(summary(await storage().objects.versions(project, 'cfg'))).toEqual([
      ['A', 0, false],
      ['B', 1, false],
      ['C', 2, false],
      ['D', 3, true],
    ])
  })

  test('a restored version has its old index and a new creation time', async () => {
    const project = newProjectId()
    await publish(project, ['A', 'B'])
    await remove(project, 'A')

    await publish(project, ['A'], { created_at: 7_000, wb_user_id: 'another' })

    const versions = await storage().objects.versions(project, 'cfg')
    expect(summary(versions)).toEqual([
      ['A', 0, true],
      ['B', 1, false],
    ])
    expect(versions[0]).toMatchObject({ created_at: 7_000, deleted_at: null, wb_user_id: 'another' })
  })

  test('when the latest is deleted, the live version that was first published last becomes the latest', async () => {
    const project = newProjectId()
    await publish(project, ['A', 'B', 'C', 'A'])

    await remove(project, 'A')

    expect(summary(await live(project))).toEqual([
      ['B', 1, false],
      ['C', 2, true],
    ])
  })

  test('deleting another version does not move the latest', async () => {
    const project = newProjectId()
    await publish(project, ['A', 'B', 'C', 'A'])

    await remove(project, 'C')

    expect(summary(await live(project))).toEqual([
      ['A', 0, true],
      ['B', 1, false],
    ])
  })

  test('without live versions there is no latest', async () => {
    const project = newProjectId()
    await publish(project, ['A', 'B'])

    await remove(project, 'A', 'B')

    expect(await live(project)).toEqual([])
    expect(summary(await storage().objects.versions(project, 'cfg'))).toEqual([
      ['A', 0, false],
      ['B', 1, false],
    ])
  })

  test('a deletion keeps its first time, and unknown versions are no error', async () => {
    const project = newProjectId()
    await publish(project, ['A', 'B'])
    await remove(project, 'A', 'unknown')

    await storage().objects.delete(project, 'cfg', ['A'], 99_000)

    expect(await storage().objects.versions(project, 'cfg')).toMatchObject([
      { digest: 'A', deleted_at: 9_000 },
      { digest: 'B', deleted_at: null },
    ])
  })

  test('an op and an object with the same name have separate indexes', async () => {
    const project_id = newProjectId()
    await publish(project_id, ['A'])
    await publish(project_id, ['B', 'C'], { kind: 'op' })

    const versions = await storage().objects.versions(project_id, 'cfg')

    expect(versions.map(({ kind }) => kind)).toEqual(['object', 'op', 'op'])
    expect(summary(versions)).toEqual([
      ['A', 0, true],
      ['B', 0, false],
      ['C', 1, true],
    ])
  })

  test('values are found for deleted versions too', async () => {
    const project_id = newProjectId()
    await publish(project_id, ['A'], { val: json({ n: 1 }) })
    await publish(project_id, ['B'], { val: json({ n: 2 }), kind: 'op' })
    await remove(project_id, 'A')
    const keys = ['A', 'B', 'unknown'].map((digest) => ({ object_id: 'cfg', digest }))

    const values = await storage().objects.values(project_id, keys)

    expect(values).toEqual(
      new Map([
        ['cfg:A', json({ n: 1 })],
        ['cfg:B', json({ n: 2 })],
      ]),
    )
  })

  test('projects do not see each other', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    await publish(mine, ['A', 'B'])
    await publish(other, ['B'])

    await remove(mine, 'B')

    expect(summary(await live(other))).toEqual([['B', 0, true]])
    expect(await storage().objects.versions(newProjectId(), 'cfg')).toEqual([])
    expect(await live(newProjectId())).toEqual([])
    expect(await storage().objects.values(newProjectId(), [{ object_id: 'cfg', digest: 'A' }])).toEqual(
      new Map(),
    )
  })
}
