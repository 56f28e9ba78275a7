import { readObject } from '@heddle/contract/objects'
import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'

export function tagGuarantees(suite: SdkSuite): void {
  test('tags and aliases are set, removed and listed, and an alias leads to its version', async () => {
    expect(suite.resultOf('tags_and_aliases')).toEqual({
      tags: ['reviewed'],
      all_tags: ['reviewed'],
      all_aliases: ['candidate', 'latest', 'production'],
      production: 1,
    })

    const tagged = {
      project_id: 'team/app',
      object_id: 'tagged',
      digest: 'v0',
      include_tags_and_aliases: true,
    }
    const { obj } = await suite.client.call(readObject, tagged)
    expect(obj).toMatchObject({ tags: ['reviewed'], aliases: ['production'] })
  })
}
