import type { ObjectRecord } from '@heddle/contract/objects'
import type { IconName } from '../components/icons.tsx'
import type { LabelledObject } from './labels.ts'

export type ObjectGroup = 'prompts' | 'models' | 'datasets' | 'ops' | 'evaluations' | 'scorers' | 'others'

const OBJECT_GROUPS: readonly {
  readonly group: ObjectGroup
  readonly title: string
  /** What one of them is called. */
  readonly one: string
  readonly icon: IconName
}[] = [
  { group: 'prompts', title: 'Prompts', one: 'Prompt', icon: 'message' },
  { group: 'models', title: 'Models', one: 'Model', icon: 'llm' },
  { group: 'datasets', title: 'Datasets', one: 'Dataset', icon: 'table' },
  { group: 'ops', title: 'Ops', one: 'Op', icon: 'code' },
  { group: 'evaluations', title: 'Evaluations', one: 'Evaluation', icon: 'flask' },
  { group: 'scorers', title: 'Scorers', one: 'Scorer', icon: 'check' },
  { group: 'others', title: 'Others', one: 'Object', icon: 'cube' },
]

const CLASSES: Readonly<Record<string, ObjectGroup>> = {
  Prompt: 'prompts',
  Model: 'models',
  Dataset: 'datasets',
  Evaluation: 'evaluations',
  Scorer: 'scorers',
}

type Classed = Pick<ObjectRecord, 'kind' | 'base_object_class' | 'leaf_object_class'>

/** Group of an object, by its class or base class. */
export function groupOf({ kind, base_object_class, leaf_object_class }: Classed): ObjectGroup {
  if (kind === 'op') return 'ops'
  for (const name of [base_object_class, leaf_object_class]) {
    if (name !== null && Object.hasOwn(CLASSES, name)) return CLASSES[name] ?? 'others'
  }
  return 'others'
}

/** The class to show. */
export const classOf = ({ kind, base_object_class, leaf_object_class }: Classed): string =>
  kind === 'op' ? 'Op' : (leaf_object_class ?? base_object_class ?? 'Object')

/** What an object of its group is called: `Prompt`, `Dataset`. */
export const groupTitle = (object: Classed): string =>
  OBJECT_GROUPS.find(({ group }) => group === groupOf(object))?.one ?? 'Object'

export const iconOf = (object: Classed): IconName =>
  OBJECT_GROUPS.find(({ group }) => group === groupOf(object))?.icon ?? 'cube'

/** Kept in objects by the UI itself, and shown on pages of their own. */
const OWN_CLASSES = ['SavedView', 'QueueAssignment']

/** False for objects in which the UI keeps views, charts and the assignees of queues. */
export const isPublished = ({ base_object_class }: Pick<ObjectRecord, 'base_object_class'>): boolean =>
  base_object_class === null || !OWN_CLASSES.includes(base_object_class)

export type Shown = ObjectGroup | 'all'

/** Objects of a group whose name, class, tags or aliases contain the text. */
export function searched(objects: readonly LabelledObject[], shown: Shown, words: string): LabelledObject[] {
  const needle = words.trim().toLowerCase()
  return objects.filter((object) => {
    const texts = [object.object_id, classOf(object), ...object.labels.map(({ name }) => name)]
    const isMatch = texts.some((text) => text.toLowerCase().includes(needle))
    return isMatch && (shown === 'all' || groupOf(object) === shown)
  })
}

/** Non-empty groups with their counts. */
export function groupCounts(objects: readonly ObjectRecord[]) {
  return OBJECT_GROUPS.map((each) => ({
    ...each,
    count: objects.filter((object) => groupOf(object) === each.group).length,
  })).filter(({ count }) => count > 0)
}
