import type { WorkRow } from './rows.ts'
import type { WorkFilters } from './toolbar.tsx'

/** Shared data of the board and the table. */
export interface WorkView {
  readonly rows: readonly WorkRow[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  /** Archives ended tasks, or restores archived ones. */
  readonly onArchive: (rows: readonly WorkRow[]) => void
  /** Ids of ended tasks that the viewer can still review. */
  readonly reviewable: ReadonlySet<string>
  readonly filters: WorkFilters
}
