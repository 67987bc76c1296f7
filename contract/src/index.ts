/** What the service is: every route by resource, every error kind, every shape that travels. */
import { agents } from './routes/agents.ts'
import { approvalGate } from './routes/approval-gate.ts'
import { approvals } from './routes/approvals.ts'
import { keys } from './routes/keys.ts'
import { organizations } from './routes/organizations.ts'
import { payments } from './routes/payments.ts'
import { payouts } from './routes/payouts.ts'
import { service } from './routes/service.ts'
import { sessions } from './routes/sessions.ts'
import { users } from './routes/users.ts'

export const contract = {
  users,
  sessions,
  agents,
  keys,
  approvalGate,
  approvals,
  organizations,
  payments,
  payouts,
  service,
}

export type Contract = typeof contract

export { errorKinds, type ErrorKind, type ErrorKindName } from './errors.ts'
export {
  commonErrors,
  type Auth,
  type Input,
  type Method,
  type Reply,
  type Route,
  type Surface,
} from './route.ts'
export { defaultScopes, scopes, type Scope } from './scopes.ts'
export type {
  Agent,
  AgentChanges,
  AgentRole,
  Key,
  MyAgent,
  NewAgent,
  Pricing,
  Provider,
  Skill,
} from './shapes/agent.ts'
export type { Approval, ApprovalState, GateVerdict } from './shapes/approval.ts'
export { gatedActions } from './shapes/approval-gate.ts'
export type {
  ApprovalGate,
  GateBudget,
  GateRule,
  GateRules,
  GateSettings,
  GatedAction,
} from './shapes/approval-gate.ts'
export type { Invitation, Member, Organization, Role } from './shapes/organization.ts'
export type { Person, Session, User } from './shapes/user.ts'
export { openApiDocument } from './openapi/openapi.ts'
export type { JsonSchema, OpenApiDocument, Operation, Parameter } from './openapi/openapi.ts'
export { errorBody } from './error-bodies.ts'
export { errorDocs } from './error-docs.ts'
export { activityKinds } from './shapes/payment.ts'
export type {
  ActivityKind,
  ActivityLine,
  Balance,
  Onboarding,
  Payment,
  PaymentAuthority,
  Payout,
} from './shapes/payment.ts'
