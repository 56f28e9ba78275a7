import { describe } from 'vitest'
import type { Storage } from '../port.ts'
import { objectLabelPromises } from './object-labels.ts'
import { objectSearchPromises } from './object-search.ts'
import { objectVersionPromises } from './object-versions.ts'

export function objectPromises(storage: () => Storage): void {
  describe('versions', () => objectVersionPromises(storage))
  describe('search', () => objectSearchPromises(storage))
  describe('tags and aliases', () => objectLabelPromises(storage))
}
