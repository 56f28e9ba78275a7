import type { Tag } from '@heddle/contract/endpoint'

/** What each group of operations is about, in the order the docs show them. */
export const TAGS: Record<Tag, string> = {
  calls: 'Traced executions: what ran, with which inputs, what came of it.',
  threads: 'Calls that belong to one conversation.',
  objects: 'Versioned values: prompts, models, datasets, ops.',
  tables: 'Rows addressed by their content.',
  files: 'Bytes addressed by their content.',
  feedback: 'What people and programs think of a call or an object.',
  costs: 'What a token of each model costs.',
  service: 'The service itself.',
}
