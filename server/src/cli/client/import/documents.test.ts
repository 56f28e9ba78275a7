import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { documentsOf } from './documents.ts'

test.each([
  ['lines', '{"a":1}\n\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
  ['lines as Python writes them', '{"a":NaN}\n{"a":-Infinity}\n', ['{"a":NaN}', '{"a":-Infinity}']],
  ['one document over several lines', '{\n"a":1}', ['{\n"a":1}']],
])('a file of %s is read document by document', async (_, text, documents) => {
  const file = join(temporaryFolder(), 'file.jsonl')
  writeFileSync(file, text)

  const read: string[] = []
  for await (const document of documentsOf(file)) read.push(document)
  expect(read).toEqual(documents)
})
