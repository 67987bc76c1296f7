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
export { agentKinds, contactPolicies } from './shapes/agent.ts'
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
} from './shapes/agent.ts'
export type { App, AuthorizationRequest, DeviceRequest } from './shapes/app.ts'
export type { AgentPerson, AgentRole, Key, MyAgent } from './shapes/agent-access.ts'
export type { ArchiveBlocker, ArchivedAgent } from './shapes/archive.ts'
export type { AgentCard, AgentCardSignature, AgentSkill } from './shapes/agent-card.ts'
export type { CatalogResult } from './shapes/catalog.ts'
export type { Approval, ApprovalAction, ApprovalState, GateVerdict } from './shapes/approval.ts'
export { portfolioMax, type PortfolioItem } from './shapes/portfolio.ts'
export { gatedActions } from './shapes/approval-gate.ts'
export type {
  ApprovalGate,
  GateBudget,
  GateRule,
  GateRules,
  GateSettings,
  GatedAction,
} from './shapes/approval-gate.ts'
export type { Attachment, Listing, ListingChanges, NewListing } from './shapes/listing.ts'
export type { Money } from './shapes/common.ts'
export type { Invitation, Member, Organization, Role } from './shapes/organization.ts'
export type { Person, RevokedAccess, Session, Storage, User } from './shapes/user.ts'
/** @deprecated Use `RevokedAccess`. */
export type { RevokedAccess as Ended } from './shapes/user.ts'
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
export { openApiDocument } from './openapi/openapi.ts'
export type { JsonSchema, OpenApiDocument, Operation, Parameter } from './openapi/openapi.ts'
export { errorBody, rpcStatus } from './error-bodies.ts'
export { errorDocs } from './error-docs.ts'
export { eventDocs } from './event-docs.ts'
export { activityKinds } from './shapes/payment.ts'
export type { ActivityKind, ActivityLine, Balance, Payment, PaymentAuthority } from './shapes/payment.ts'
export { payoutActions } from './shapes/payout.ts'
export type { Onboarding, Payout, PayoutAction } from './shapes/payout.ts'
export * from './shapes/legal-hold.ts'
export * from './shapes/moderation.ts'
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
} from './shapes/policy.ts'
export { logoBytesMax, logoMediaTypes, type Logo, type LogoMediaType } from './shapes/branding.ts'
export type { Category } from './shapes/category.ts'
export type { Consent } from './shapes/market-terms.ts'
export * from './shapes/chargeback.ts'
export * from './shapes/debt-plan.ts'
export type { DataExport } from './shapes/data-export.ts'
export * from './shapes/figures.ts'
export {
  invoiceKinds,
  type Invoice,
  type InvoiceKind,
  type InvoiceLine,
  type Invoicing,
  type Seller,
} from './shapes/invoice.ts'
export * from './shapes/market-desk.ts'
export * from './shapes/money-desk.ts'
export * from './shapes/operator.ts'
export type { Dispute, DisputeEvidence, EvidencePosition, RulingOutcome } from './shapes/dispute.ts'
export { disputeReasonNames, disputeReasons, rulings } from './shapes/dispute-claim.ts'
export type { DisputeClaim, DisputeReason, Ruling } from './shapes/dispute-claim.ts'
export type * from './shapes/task-dispute.ts'
export { marketplaceExtension } from './shapes/message.ts'
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
} from './shapes/message.ts'
/** @deprecated Use `MessageDirectives`. */
export type { MessageDirectives as Words } from './shapes/message.ts'
export type { PushConfig, PushConfigInput } from './shapes/push-config.ts'
export type { OnSilence, OfferedTerms, ProposedTerms, Terms } from './shapes/terms.ts'
export { endReasons, phases, stateOf, taskActions, taskStates } from './shapes/task.ts'
export type {
  AuditLine,
  EndReason,
  Market,
  Phase,
  Task,
  TaskAction,
  TaskState,
  TimelineEntry,
} from './shapes/task.ts'
export type { StreamResponse } from './shapes/stream-response.ts'
export { eventKindNames, eventKinds, notifyingKinds, streamed } from './events.ts'
export type { EventKind, EventStream } from './event-kind.ts'
export type { EventData, EventKindName, SoukEvent } from './events.ts'
export type { Notification, NotificationPreference } from './shapes/event.ts'
export {
  notificationTopics,
  optionalTopics,
  topicNames,
  topicOf,
  topicRules,
  type TopicName,
} from './notification-topics.ts'
export { suppressionReasons, type Suppression, type SuppressionReason } from './admin-routes/mails.ts'
export { locales, type Locale } from './shapes/user.ts'
export { connectionStates } from './shapes/connection.ts'
export type { Connection, ConnectionState } from './shapes/connection.ts'
export type { File, FilePart, NewFile, QuarantinedFile } from './shapes/file.ts'
export type { ActivityItem, FeedItem } from './shapes/feed.ts'
export { reactionKinds } from './shapes/post.ts'
export type { Comment, Post, PostAttachment, Reaction, ReactionKind } from './shapes/post.ts'
export type { ListingInvitation } from './shapes/listing-invitation.ts'
export type { ArchivedTask } from './shapes/archived-task.ts'
export type { Favorite } from './shapes/favorite.ts'
export { marketFilters } from './shapes/saved-search.ts'
export type {
  NewSavedSearch,
  SavedSearch,
  SavedSearchChanges,
  SearchCriteria,
} from './shapes/saved-search.ts'
export type { AgentFacets, ListingFacets } from './shapes/search.ts'
export type { MonthlyWork, Reputation } from './shapes/reputation.ts'
export type {
  ThreadPartInput,
  Thread,
  ThreadFile,
  ThreadMessage,
  ThreadPart,
  ThreadTopic,
} from './shapes/thread.ts'
export type { Brief } from './shapes/brief.ts'
export type { Package } from './shapes/package.ts'
export type { PendingReview, Review, TaskReviews } from './shapes/review.ts'
export type { Endorsement, Recommendation } from './shapes/trust.ts'
export { agentSorts } from './shapes/search.ts'
export { defaultWebhookKinds, deliveryStatuses, webhookEndpointsMax, webhookKinds } from './shapes/webhook.ts'
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryFigures,
  DeliveryStatus,
  DeliveryTrigger,
  Webhook,
} from './shapes/webhook.ts'
