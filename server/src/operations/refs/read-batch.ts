import { readRefs } from '@heddle/contract/refs'
import { readRefs as follow, readableRefs } from '../../domain/objects/ref-walk.ts'
import { operation } from '../operation.ts'
import { refSource } from './source.ts'

/** The gate reads the refs too: a ref that names no project never gets as far as the store. */
export const refsReadBatch = operation(
  readRefs,
  { access: 'read', projects: ({ refs }) => [...new Set(readableRefs(refs).map((ref) => ref.project_id))] },
  async ({ refs }, { storage, reply }) => ({
    vals: await reply.read((bytesMax) => follow(readableRefs(refs), refSource(storage, bytesMax))),
  }),
)
