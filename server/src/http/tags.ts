import type { Tag } from '@heddle/contract/endpoint'

/** What each group of operations is about, in the order the docs show them. */
export const TAGS: Record<Tag, string> = {
  calls: 'Traced executions: what ran, with which inputs, what came of it.',
  threads: 'Calls that belong to one conversation.',
  agents: 'Steps of agents, sent as OpenTelemetry spans, and the conversations they make up.',
  objects: 'Versioned values: prompts, models, datasets, ops.',
  tables: 'Rows addressed by their content.',
  files: 'Bytes addressed by their content.',
  evaluations: 'Datasets, scorers and models, and how the models fare.',
  feedback: 'What people and programs think of a call or an object.',
  'annotation queues': 'Calls that wait for people to judge them.',
  costs: 'What a token of each model costs.',
  session: 'Signing a browser in and out.',
  settings: 'Who may do what, and how the server is doing.',
  service: 'The service itself.',
}
