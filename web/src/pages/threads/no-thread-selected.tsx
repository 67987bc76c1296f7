import { EmptyState } from '../../ui/empty-state.tsx'

export function Component() {
  return <EmptyState title="Select a conversation" />
}
