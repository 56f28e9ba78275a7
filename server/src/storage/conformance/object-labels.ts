import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { newProjectId, objectVersion } from './rows.ts'

export function objectLabelGuarantees(storage: () => Storage): void {
  const key = (digest: string, object_id = 'cfg') => ({ object_id, digest })

  async function newProject(...digests: string[]): Promise<string> {
    const project_id = newProjectId()
    for (const digest of digests) await storage().objects.publish(objectVersion({ project_id, digest }))
    return project_id
  }
  const labels = async (project: string) => {
    const versions = await storage().objects.versions(project, 'cfg')
    return Object.fromEntries(versions.map(({ digest, tags, aliases }) => [digest, { tags, aliases }]))
  }

  test('tags belong to a version and are kept once', async () => {
    const project = await newProject('A', 'B')

    await storage().objects.addTags(project, key('A'), ['x', 'y'])
    await storage().objects.addTags(project, key('A'), ['y', 'a'])
    await storage().objects.removeTags(project, key('A'), ['x', 'unknown'])

    expect(await labels(project)).toEqual({
      A: { tags: ['a', 'y'], aliases: [] },
      B: { tags: [], aliases: [] },
    })
  })

  test('an alias points at one version of its object and can be moved', async () => {
    const project = await newProject('A', 'B')

    await storage().objects.setAliases(project, key('A'), ['prod', 'old'])
    await storage().objects.setAliases(project, key('B'), ['prod'])

    expect(await labels(project)).toEqual({
      A: { tags: [], aliases: ['old'] },
      B: { tags: [], aliases: ['prod'] },
    })
  })

  test('a removed alias is not found', async () => {
    const project = await newProject('A')
    await storage().objects.setAliases(project, key('A'), ['prod', 'old'])

    await storage().objects.removeAliases(project, 'cfg', ['prod', 'unknown'])

    expect(await labels(project)).toEqual({ A: { tags: [], aliases: ['old'] } })
  })

  test('two objects may have the same alias', async () => {
    const project_id = await newProject('A')
    await storage().objects.publish(objectVersion({ project_id, object_id: 'other', digest: 'A' }))

    await storage().objects.setAliases(project_id, key('A'), ['prod'])
    await storage().objects.setAliases(project_id, key('A', 'other'), ['prod'])
    await storage().objects.removeAliases(project_id, 'other', ['prod'])

    expect(await labels(project_id)).toMatchObject({ A: { aliases: ['prod'] } })
  })

  test('a deletion removes the tags and aliases of its versions for good', async () => {
    const project_id = await newProject('A', 'B')
    for (const digest of ['A', 'B']) {
      await storage().objects.addTags(project_id, key(digest), [`tag-${digest}`])
      await storage().objects.setAliases(project_id, key(digest), [`alias-${digest}`])
    }

    await storage().objects.delete(project_id, 'cfg', ['A'], 9_000)
    await storage().objects.publish(objectVersion({ project_id, digest: 'A' }))

    expect(await labels(project_id)).toEqual({
      A: { tags: [], aliases: [] },
      B: { tags: ['tag-B'], aliases: ['alias-B'] },
    })
    expect(await storage().objects.tags(project_id)).toEqual(['tag-B'])
    expect(await storage().objects.aliases(project_id)).toEqual(['alias-B'])
  })

  test('all tags and aliases of a project are listed once, sorted, without latest', async () => {
    const project = await newProject('A', 'B')
    await storage().objects.addTags(project, key('A'), ['y', 'x'])
    await storage().objects.addTags(project, key('B'), ['x'])
    await storage().objects.setAliases(project, key('B'), ['prod', 'canary'])

    expect(await storage().objects.tags(project)).toEqual(['x', 'y'])
    expect(await storage().objects.aliases(project)).toEqual(['canary', 'prod'])
  })

  test('projects do not see each other', async () => {
    const [mine, other] = [await newProject('A'), await newProject('A')]
    await storage().objects.addTags(mine, key('A'), ['x'])
    await storage().objects.setAliases(mine, key('A'), ['prod'])

    expect(await labels(other)).toEqual({ A: { tags: [], aliases: [] } })
    expect(await storage().objects.tags(other)).toEqual([])
    expect(await storage().objects.aliases(newProjectId())).toEqual([])
  })
}
