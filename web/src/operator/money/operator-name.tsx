import { usePages } from '../../api.ts'
import { Link } from '../../ui/page/link.tsx'
import { adminApi } from '../admin-api.ts'
import { ShortId } from '../short-id.tsx'

/** An operator who acted on money. The audit log also names former operators and those of `OPERATOR_EMAILS`. */
export function OperatorName({ userId }: { readonly userId: string }) {
  const { items = [] } = usePages(adminApi.audit.listAuditEntries, {
    actor: 'operator',
    action: 'operator-action.',
    limit: 100,
  })
  const name = items.find((entry) => entry.userId === userId)?.userName
  if (name === undefined || name === null) return <ShortId id={userId} />
  return <Link to={`/operator/users/${userId}`}>{name}</Link>
}
