import { usePages } from '../api.ts'
import { adminApi } from './admin-api.ts'
import { useOperator } from './operator-context.tsx'

/** Names of operators by their user id. Others, such as former operators, keep their id. */
export function useOperatorNames(): (userId: string) => string {
  const { user } = useOperator()
  const { items = [] } = usePages(adminApi.operators.listOperators, { limit: 100 })
  const names = new Map(items.map(({ userId, displayName }) => [userId, displayName]))
  names.set(user.id, user.displayName)
  return (userId) => names.get(userId) ?? userId
}
