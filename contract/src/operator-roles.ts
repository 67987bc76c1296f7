/** The only table of what operators may do, by role. */
export const operatorRoles = ['admin', 'support', 'finance', 'auditor'] as const

export type OperatorRole = (typeof operatorRoles)[number]

/** Roles that may call an operator route. */
export interface OperatorAccess {
  readonly roles: readonly OperatorRole[]
  /** Whether machines may call it with the operator token, which identifies no person. */
  readonly token: boolean
  /** A person must have entered their password within the last ten minutes. */
  readonly reauthentication?: true
}

export const operatorAccess = {
  /** Reads and verifications. */
  inspect: { roles: operatorRoles, token: true },
  rule: { roles: ['admin', 'support'], token: true, reauthentication: true },
  moveMoney: { roles: ['admin', 'finance'], token: false, reauthentication: true },
  /** Mail addresses and content. */
  moderate: { roles: ['admin', 'support'], token: true },
  /** Cases, decisions and appeals, which need a person who answers for them. */
  decideCases: { roles: ['admin', 'support'], token: false },
  /** Storage, signing keys and the manual clock. */
  maintain: { roles: ['admin'], token: true },
  changePolicy: { roles: ['admin'], token: false, reauthentication: true },
  addOperators: { roles: ['admin'], token: true, reauthentication: true },
  changeOperators: { roles: ['admin'], token: false, reauthentication: true },
} as const satisfies Readonly<Record<string, OperatorAccess>>
