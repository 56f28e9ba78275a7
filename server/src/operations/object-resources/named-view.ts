import { stringAt } from '../../json/path.ts'
import type { StoredObject } from './resource.ts'

/** What replies say of every object that may have a name; one without goes by its id. */
export const namedView = ({ stored, val }: StoredObject) => ({
  ...stored,
  name: stringAt(val, ['name']) ?? stored.object_id,
  description: stringAt(val, ['description']) ?? null,
})
