import type { AuditEntry } from 'souk-contract'
import { Link } from '../../ui/link.tsx'
import { ShortId } from '../short-id.tsx'
import { actorOf } from './actor.tsx'
import { pageOf } from './page-of.ts'

/** The object of an action; nothing if a person acted on their own account, or on the page that shows the entry. */
export function Target({ entry, page }: { entry: AuditEntry; page?: string }) {
  const { target, targetName } = entry
  if (target === page || target === actorOf(entry).id) return null
  const to = pageOf(target)
  if (targetName === null || to === undefined) return <ShortId id={target} />
  return (
    <Link to={to} title={target}>
      {targetName}
    </Link>
  )
}
