import type { IconName } from '../components/icons.tsx'
import type { Section } from './paths.ts'

interface SectionInfo {
  readonly section: Section
  readonly title: string
  readonly icon: IconName
  /** Typed from anywhere in the project. */
  readonly keys: string
}

/** The pages of a project, in the order of the side bar. */
export const SECTIONS: readonly SectionInfo[] = [
  { section: 'traces', title: 'Traces', icon: 'trace', keys: 'g t' },
  { section: 'threads', title: 'Threads', icon: 'thread', keys: 'g h' },
  { section: 'dashboard', title: 'Dashboard', icon: 'chart', keys: 'g d' },
  { section: 'feedback', title: 'Feedback', icon: 'message', keys: 'g f' },
  { section: 'evaluations', title: 'Evaluations', icon: 'flask', keys: 'g e' },
  { section: 'datasets', title: 'Datasets', icon: 'table', keys: 'g s' },
  { section: 'objects', title: 'Objects', icon: 'cube', keys: 'g o' },
  { section: 'costs', title: 'Costs', icon: 'coins', keys: 'g c' },
  { section: 'settings', title: 'Settings', icon: 'settings', keys: 'g ,' },
]
