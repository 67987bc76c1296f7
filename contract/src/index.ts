/** The API as data: every route by resource, every error kind, every schema. */
export { adminContract, type AdminContract } from './admin-contract.ts'
export { contract, type Contract } from './public-contract.ts'

export { errorKinds, type ErrorKind, type ErrorKindName } from './errors.ts'
export {
  addsData,
  commonErrors,
  commonWriteErrors,
  isEnveloped,
  closed,
  isWrite,
  type Auth,
  type Input,
  type Method,
  type Reply,
  type Route,
  type Surface,
} from './route.ts'
export { currentValue, formerValues } from './former-values.ts'
export { fieldKeyword, ownKeywords } from './keywords.ts'
export { acceptsMediaType } from './media-types.ts'
export { operatorAccess, operatorRoles, type OperatorRole } from './operator-roles.ts'
export { defaultScopes, scopes, type Scope } from './scopes.ts'
export { secretsIn, takesIdempotencyKey, withoutSecrets, type SecretKind } from './secrets.ts'
export { agentKinds, contactPolicies } from './shapes/agents/agent.ts'
export type {
  Agent,
  AgentChanges,
  AgentKind,
  AgentReference,
  AgentTrust,
  NewAgent,
  Pricing,
  Provider,
  Skill,
} from './shapes/agents/agent.ts'
export type { App, AuthorizationRequest, DeviceRequest } from './shapes/accounts/app.ts'
export type { AgentPerson, AgentRole, Key, MyAgent } from './shapes/accounts/agent-access.ts'
export type { ArchiveBlocker, ArchivedAgent } from './shapes/accounts/archive.ts'
export type { AgentCard, AgentCardSignature, AgentSkill } from './shapes/agents/agent-card.ts'
export type { CatalogResult } from './shapes/market/catalog.ts'
export type { Approval, ApprovalAction, ApprovalState, GateVerdict } from './shapes/approvals/approval.ts'
export { portfolioMax, type PortfolioItem } from './shapes/agents/portfolio.ts'
export { gatedActions } from './shapes/approvals/approval-gate.ts'
export type {
  ApprovalGate,
  GateBudget,
  GateRule,
  GateRules,
  GateSettings,
  GatedAction,
} from './shapes/approvals/approval-gate.ts'
export type { Attachment, Listing, ListingChanges, NewListing } from './shapes/market/listing.ts'
export type { Money } from './shapes/common.ts'
export type { Invitation, Member, Organization, Role } from './shapes/accounts/organization.ts'
export type { Person, RevokedAccess, Session, Storage, User } from './shapes/accounts/user.ts'
/** @deprecated Use `RevokedAccess`. */
export type { RevokedAccess as Ended } from './shapes/accounts/user.ts'
export {
  currencyCodes,
  decimalsOf,
  isCurrency,
  minorUnits,
  rulesOf,
  type CurrencyRules,
} from './money/currencies.ts'
export { accentStyles, accentTokens, type AccentTokens, type ThemeName } from './branding/accent.ts'
export { feeOf } from './money/fee.ts'
export { formatAmount, formatMoney, type Sum } from './money/format.ts'
export { receiptOf } from './money/receipt.ts'
export { parseMoney, type ParseMoneyOptions } from './money/parse.ts'
export { checkAmount, payablePart, payoutLimits, type MoneyProblem, type MoneyUse } from './money/rules.ts'
export { errorKindsOf } from './openapi/errors.ts'
export { openApiDocument } from './openapi/openapi.ts'
export type { JsonSchema, OpenApiDocument, Operation, Parameter } from './openapi/openapi.ts'
export { errorBody, rpcStatus, type ErrorFields } from './error-bodies.ts'
export { errorDocs } from './error-docs.ts'
export { eventDocs } from './event-docs.ts'
export { activityKinds } from './shapes/money/payment.ts'
export type {
  ActivityKind,
  ActivityLine,
  Balance,
  Payment,
  PaymentAuthority,
} from './shapes/money/payment.ts'
export { payoutActions } from './shapes/money/payout.ts'
export type { Onboarding, Payout, PayoutAction } from './shapes/money/payout.ts'
export * from './shapes/operators/legal-hold.ts'
export * from './shapes/operators/moderation.ts'
export {
  retentionDaysMax,
  retentionFields,
  retentionPeriods,
  signUpModes,
  verifiedActions,
  type Policy,
  type PolicyChange,
  type RetentionField,
  type VerifiedAction,
} from './shapes/operators/policy.ts'
export { logoBytesMax, logoMediaTypes, type Logo, type LogoMediaType } from './shapes/operators/branding.ts'
export type { Category } from './shapes/market/category.ts'
export type { Consent } from './shapes/operators/market-terms.ts'
export * from './shapes/money/chargeback.ts'
export * from './shapes/money/debt-plan.ts'
export type { DataExport } from './shapes/accounts/data-export.ts'
export * from './shapes/operators/figures.ts'
export {
  invoiceKinds,
  type Invoice,
  type InvoiceKind,
  type InvoiceLine,
  type Invoicing,
  type Seller,
} from './shapes/money/invoice.ts'
export * from './shapes/operators/market-desk.ts'
export * from './shapes/operators/money-desk.ts'
export * from './shapes/operators/operator.ts'
export type { Dispute, DisputeEvidence, EvidencePosition, RulingOutcome } from './shapes/tasks/dispute.ts'
export { disputeReasonNames, disputeReasons, rulings } from './shapes/tasks/dispute-claim.ts'
export type { DisputeClaim, DisputeReason, Ruling } from './shapes/tasks/dispute-claim.ts'
export type * from './shapes/tasks/task-dispute.ts'
export { marketplaceExtension } from './shapes/tasks/message.ts'
export type {
  Artifact,
  Message,
  MessageDirectives,
  Metadata,
  Origin,
  Part,
  PartFlag,
  ArtifactInput,
  MessageInput,
  MetadataInput,
} from './shapes/tasks/message.ts'
/** @deprecated Use `MessageDirectives`. */
export type { MessageDirectives as Words } from './shapes/tasks/message.ts'
export type { PushConfig, PushConfigInput } from './shapes/events/push-config.ts'
export type { OnSilence, OfferedTerms, ProposedTerms, Terms } from './shapes/tasks/terms.ts'
export { endReasons, phases, stateOf, taskActions, taskStates } from './shapes/tasks/task.ts'
export type {
  AuditLine,
  EndReason,
  Market,
  Phase,
  Task,
  TaskAction,
  TaskState,
  TimelineEntry,
} from './shapes/tasks/task.ts'
export type { StreamResponse } from './shapes/tasks/stream-response.ts'
export { eventKindNames, eventKinds, notifyingKinds, streamed } from './events.ts'
export type { EventKind, EventStream } from './event-kind.ts'
export type { EventData, EventKindName, SoukEvent } from './events.ts'
export type { Notification, NotificationPreference } from './shapes/events/event.ts'
export {
  notificationTopics,
  optionalTopics,
  topicNames,
  topicOf,
  topicRules,
  type TopicName,
} from './notification-topics.ts'
export { suppressionReasons, type Suppression, type SuppressionReason } from './admin-routes/mails.ts'
export { locales, type Locale } from './shapes/accounts/user.ts'
export { connectionStates } from './shapes/network/connection.ts'
export type { Connection, ConnectionState } from './shapes/network/connection.ts'
export type { File, FilePart, NewFile, QuarantinedFile } from './shapes/file.ts'
export type { ActivityItem, FeedItem } from './shapes/network/feed.ts'
export { reactionKinds } from './shapes/network/post.ts'
export type { Comment, Post, PostAttachment, Reaction, ReactionKind } from './shapes/network/post.ts'
export type { ListingInvitation } from './shapes/market/listing-invitation.ts'
export type { ArchivedTask } from './shapes/tasks/archived-task.ts'
export type { Favorite } from './shapes/market/favorite.ts'
export { marketFilters } from './shapes/market/saved-search.ts'
export type {
  NewSavedSearch,
  SavedSearch,
  SavedSearchChanges,
  SearchCriteria,
} from './shapes/market/saved-search.ts'
export type { AgentFacets, ListingFacets } from './shapes/market/search.ts'
export type { MonthlyWork, Reputation } from './shapes/network/reputation.ts'
export type {
  ThreadPartInput,
  Thread,
  ThreadFile,
  ThreadMessage,
  ThreadPart,
  ThreadTopic,
} from './shapes/network/thread.ts'
export type { Brief } from './shapes/tasks/brief.ts'
export type { Package } from './shapes/market/package.ts'
export type { PendingReview, Review, TaskReviews } from './shapes/network/review.ts'
export type { Endorsement, Recommendation } from './shapes/network/trust.ts'
export { agentSorts } from './shapes/market/search.ts'
export {
  defaultWebhookKinds,
  deliveryStatuses,
  webhookEndpointsMax,
  webhookKinds,
} from './shapes/events/webhook.ts'
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryFigures,
  DeliveryStatus,
  DeliveryTrigger,
  Webhook,
} from './shapes/events/webhook.ts'
