import { describe } from 'vitest'
import type { Storage } from '../port.ts'
import { callBatchPromises } from './call-batches.ts'
import { callFamilyPromises } from './call-family.ts'
import { callFigurePromises } from './call-figures.ts'
import { callFilterPromises } from './call-filters.ts'
import { callFollowingPromises } from './call-following.ts'
import { callGroupPromises } from './call-groups.ts'
import { callJsonPromises } from './call-json.ts'
import { callPagePromises } from './call-pages.ts'
import { callPartPromises } from './call-parts.ts'
import { callReadPromises } from './call-reads.ts'
import { callSearchPromises } from './call-search.ts'
import { callStatsPromises } from './call-stats.ts'
import { callTotalPromises } from './call-totals.ts'

export function callPromises(storage: () => Storage): void {
  describe('parts', () => callPartPromises(storage))
  describe('batches', () => callBatchPromises(storage))
  describe('relatives', () => callFamilyPromises(storage))
  describe('filters', () => callFilterPromises(storage))
  describe('search', () => callSearchPromises(storage))
  describe('figures', () => callFigurePromises(storage))
  describe('read', () => callReadPromises(storage))
  describe('pages', () => callPagePromises(storage))
  describe('as JSON', () => callJsonPromises(storage))
  describe('totals', () => callTotalPromises(storage))
  describe('groups', () => callGroupPromises(storage))
  describe('statistics', () => callStatsPromises(storage))
  describe('traces and changes', () => callFollowingPromises(storage))
}
