import { Archive, ArchiveRestore } from 'lucide-react'
import type { Market, Task } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { usePageShortcuts } from '../../../lib/hooks/page-shortcuts.ts'
import { say } from '../../../messages/en/tasks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useArchive } from '../../work/use-archive.ts'

interface ArchiveProps {
  readonly task: Task
  readonly market: Market
}

/** Whether the acting agent has archived the task; only ended tasks can be. */
export function useIsArchived({ task, market }: ArchiveProps): boolean {
  const { data } = useRead(
    api.archivedTasks.listArchivedTasks,
    { tasks: task.id, limit: 1 },
    { enabled: market.reason !== undefined },
  )
  return data?.items.some(({ taskId }) => taskId === task.id) === true
}

/** Archives an ended task, or restores it; a toast offers to undo it. `E` does the same as the button. */
export function useArchiveButton({ task, market }: ArchiveProps) {
  const isArchived = useIsArchived({ task, market })
  const { archive, restore } = useArchive(market[market.role].name)
  const toggle = () => (isArchived ? restore([task.id]) : archive([task.id]))
  usePageShortcuts([{ key: 'e', label: say('archiveOrRestore'), run: toggle }])
  const Icon = isArchived ? ArchiveRestore : Archive
  return (
    <Button data-closes-menu onClick={toggle}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      {isArchived ? say('restoreTask') : say('archiveTask')}
    </Button>
  )
}
