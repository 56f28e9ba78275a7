import { useState } from 'react'
import { useCustomPaths } from '../../call/custom-columns.tsx'
import { type TableLayout, useTableLayout } from '../../components/DataTable/columns.ts'

type Density = 'normal' | 'dense'

/** User preferences for the traces table, stored in the browser rather than the URL. */
export interface TablePreferences {
  readonly layout: TableLayout
  readonly setLayout: (layout: TableLayout) => void
  readonly customPaths: readonly string[]
  readonly density: Density
  readonly setDensity: (density: Density) => void
}

/** Whether a column needs more of the inputs or output than rows load by default. */
export const needsWholePayloads = ({ layout, customPaths }: TablePreferences): boolean =>
  layout.visible.refs === true || customPaths.some((path) => /^(inputs|output)\b/.test(path))

const DENSITY = 'heddle.density'

export function useTablePreferences(projectId: string): TablePreferences {
  const [layout, setLayout] = useTableLayout(`traces.${projectId}`)
  const customPaths = useCustomPaths(projectId)
  const [density, keepDensity] = useState<Density>(
    localStorage.getItem(DENSITY) === 'dense' ? 'dense' : 'normal',
  )
  const setDensity = (next: Density) => {
    localStorage.setItem(DENSITY, next)
    keepDensity(next)
  }
  return { layout, setLayout, customPaths, density, setDensity }
}
