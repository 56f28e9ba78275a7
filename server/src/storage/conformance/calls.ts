import { describe } from 'vitest'
import type { Storage } from '../port.ts'
import { callBatchGuarantees } from './call-batches.ts'
import { callFamilyGuarantees } from './call-family.ts'
import { callFigureGuarantees } from './call-figures.ts'
import { callFilterGuarantees } from './call-filters.ts'
import { callFollowingGuarantees } from './call-following.ts'
import { callGroupGuarantees } from './call-groups.ts'
import { callJsonGuarantees } from './call-json.ts'
import { callPageGuarantees } from './call-pages.ts'
import { callPartGuarantees } from './call-parts.ts'
import { callReadGuarantees } from './call-reads.ts'
import { callSearchGuarantees } from './call-search.ts'
import { callStatsGuarantees } from './call-stats.ts'
import { callTotalGuarantees } from './call-totals.ts'

export function callGuarantees(storage: () => Storage): void {
  describe('parts', () => callPartGuarantees(storage))
  describe('batches', () => callBatchGuarantees(storage))
  describe('relatives', () => callFamilyGuarantees(storage))
  describe('filters', () => callFilterGuarantees(storage))
  describe('search', () => callSearchGuarantees(storage))
  describe('figures', () => callFigureGuarantees(storage))
  describe('read', () => callReadGuarantees(storage))
  describe('pages', () => callPageGuarantees(storage))
  describe('as JSON', () => callJsonGuarantees(storage))
  describe('totals', () => callTotalGuarantees(storage))
  describe('groups', () => callGroupGuarantees(storage))
  describe('statistics', () => callStatsGuarantees(storage))
  describe('traces and changes', () => callFollowingGuarantees(storage))
}
