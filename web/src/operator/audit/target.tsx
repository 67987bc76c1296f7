import type { AuditEntry } from 'souk-contract'
import { NamedId } from '../short-id.tsx'
import { actorOf } from './actor.tsx'

/** The object of an action; nothing if a person acted on their own account, or on the page that shows the entry. */
export function Target({ entry, page }: { entry: AuditEntry; page?: string }) {
  const { target, targetName } = entry
  if (target === page || target === actorOf(entry).id) return null
  return <NamedId id={target} name={targetName} />
}
