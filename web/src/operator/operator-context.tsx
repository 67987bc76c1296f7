/** The operator who uses the console, and what their role allows. */
import { createContext, useContext } from 'react'
import { operatorAccess, type OperatorRole, type User } from 'souk-contract'

interface OperatorInfo {
  readonly user: User
  readonly role: OperatorRole
}

export const OperatorContext = createContext<OperatorInfo | undefined>(undefined)

export function useOperator(): OperatorInfo {
  const operator = useContext(OperatorContext)
  if (operator === undefined) throw new Error('useOperator needs the console above it.')
  return operator
}

/** Whether the role allows an action; pages leave out the buttons of others. The server decides again. */
export function useCan(action: keyof typeof operatorAccess): boolean {
  const { role } = useOperator()
  const roles: readonly OperatorRole[] = operatorAccess[action].roles
  return roles.includes(role)
}
