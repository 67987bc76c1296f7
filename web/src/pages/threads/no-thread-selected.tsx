import { Empty } from '../../ui/states.tsx'

export function Component() {
  return <Empty title="Choose a conversation" />
}
