import { describe } from 'vitest'
import type { Storage } from '../port.ts'
import { objectLabelGuarantees } from './object-labels.ts'
import { objectSearchGuarantees } from './object-search.ts'
import { objectVersionGuarantees } from './object-versions.ts'

export function objectGuarantees(storage: () => Storage): void {
  describe('versions', () => objectVersionGuarantees(storage))
  describe('search', () => objectSearchGuarantees(storage))
  describe('tags and aliases', () => objectLabelGuarantees(storage))
}
