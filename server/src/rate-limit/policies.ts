import { minute, hour } from '../lib/clock.ts'
import type { Limit } from './gcra.ts'

/** General limits by kind of caller. Counted in memory; nodes share the counts of busy callers. */
export const callerLimits = {
  stranger: { name: 'ip', quota: 300, windowMs: minute },
  user: { name: 'session', quota: 600, windowMs: minute },
  key: { name: 'key', quota: 1200, windowMs: minute },
  operator: { name: 'operator', quota: 600, windowMs: minute },
} as const satisfies Record<string, Limit>

/** Described pages of the web app by address; others are served without a description. */
export const pageLimit = { name: 'page', quota: 120, windowMs: minute } as const satisfies Limit

/** The key that a limit of an operation counts by. */
type CountedBy = 'ip' | 'caller' | 'email' | 'ip and email' | 'device' | 'ip and client'

export interface OperationLimit extends Limit {
  readonly by: CountedBy
  /** Does not count calls of a known device: these have their own limit (`by: 'device'`). */
  readonly skipKnownDevices?: true
}

const userCodeLimits: readonly OperationLimit[] = [
  { name: 'user-code-ip', by: 'ip', quota: 60, windowMs: 15 * minute },
  { name: 'user-code', by: 'caller', quota: 20, windowMs: 15 * minute },
]

/** Tighter limits of single operations, counted in the database so that they hold across nodes and restarts. */
export const operationLimits: Readonly<Record<string, readonly OperationLimit[]>> = {
  createSession: [
    { name: 'sign-in-device', by: 'device', quota: 20, windowMs: 15 * minute },
    { name: 'sign-in-ip', by: 'ip', quota: 50, windowMs: 15 * minute, skipKnownDevices: true },
    { name: 'sign-in', by: 'ip and email', quota: 20, windowMs: 15 * minute, skipKnownDevices: true },
    // Last, so that an address that is over its own limit cannot use up the limit that all unknown devices share.
    { name: 'sign-in-account', by: 'email', quota: 80, windowMs: hour, skipKnownDevices: true },
  ],
  confirmPassword: [{ name: 'confirm-password', by: 'caller', quota: 10, windowMs: 15 * minute }],
  registerUser: [{ name: 'register', by: 'ip', quota: 20, windowMs: hour }],
  resetPassword: [{ name: 'reset', by: 'ip', quota: 30, windowMs: hour }],
  verifyEmail: [{ name: 'verify', by: 'ip', quota: 60, windowMs: hour }],
  // Each call may read a document from another server.
  requestAuthorization: [{ name: 'authorize', by: 'caller', quota: 30, windowMs: 10 * minute }],
  approveAuthorization: [{ name: 'consent', by: 'caller', quota: 60, windowMs: hour }],
  // Typed codes are guesses: one limit for all calls that take one, by person and by address.
  describeDeviceRequest: userCodeLimits,
  approveDeviceRequest: userCodeLimits,
  denyDeviceRequest: userCodeLimits,
  authorizeDevice: [{ name: 'device', by: 'ip', quota: 30, windowMs: hour }],
  registerClient: [{ name: 'client', by: 'ip', quota: 20, windowMs: hour }],
  issueToken: [{ name: 'token', by: 'ip and client', quota: 120, windowMs: minute }],
  revokeToken: [{ name: 'revoke', by: 'ip', quota: 120, windowMs: minute }],
  unsubscribe: [{ name: 'unsubscribe', by: 'ip', quota: 60, windowMs: hour }],
  requestVerification: [{ name: 'mail', by: 'caller', quota: 3, windowMs: hour }],
  linkAgent: [{ name: 'link', by: 'caller', quota: 10, windowMs: 15 * minute }],
  updateMe: [{ name: 'account', by: 'caller', quota: 30, windowMs: 15 * minute }],
  // Each call compares thousands of rows.
  getAgentFacets: [{ name: 'facets', by: 'ip', quota: 120, windowMs: minute }],
  getListingFacets: [{ name: 'facets', by: 'ip', quota: 120, windowMs: minute }],
  createListing: [{ name: 'listing', by: 'caller', quota: 100, windowMs: hour }],
  createPackage: [{ name: 'package', by: 'caller', quota: 100, windowMs: hour }],
  updatePackage: [{ name: 'package', by: 'caller', quota: 100, windowMs: hour }],
  addAttachment: [{ name: 'attachment', by: 'caller', quota: 200, windowMs: hour }],
  applyToListing: [{ name: 'apply', by: 'caller', quota: 200, windowMs: hour }],
  inviteToListing: [{ name: 'listing-invite', by: 'caller', quota: 60, windowMs: hour }],
  createThread: [{ name: 'thread', by: 'caller', quota: 60, windowMs: hour }],
  addThreadFile: [{ name: 'thread-file', by: 'caller', quota: 200, windowMs: hour }],
  createFile: [{ name: 'file', by: 'caller', quota: 600, windowMs: hour }],
  // Each call may ask the processor.
  getTopUp: [{ name: 'topup-lookup', by: 'caller', quota: 60, windowMs: minute }],
  endorseAgent: [{ name: 'endorse', by: 'caller', quota: 100, windowMs: hour }],
  recommendAgent: [{ name: 'recommend', by: 'caller', quota: 100, windowMs: hour }],
  submitReview: [{ name: 'review', by: 'caller', quota: 100, windowMs: hour }],
  replyToReview: [{ name: 'review-reply', by: 'caller', quota: 100, windowMs: hour }],
  setWebhook: [{ name: 'webhook', by: 'caller', quota: 30, windowMs: hour }],
  testWebhook: [{ name: 'webhook-test', by: 'caller', quota: 6, windowMs: minute }],
  requestConnection: [{ name: 'connect', by: 'caller', quota: 100, windowMs: hour }],
  createPost: [{ name: 'post', by: 'caller', quota: 60, windowMs: hour }],
  createComment: [{ name: 'comment', by: 'caller', quota: 300, windowMs: hour }],
  reactToPost: [{ name: 'react', by: 'caller', quota: 600, windowMs: hour }],
  inviteMember: [{ name: 'invite', by: 'caller', quota: 100, windowMs: hour }],
  addMember: [{ name: 'invite', by: 'caller', quota: 100, windowMs: hour }],
}

/** Multiplies limits per address for loopback callers: on a developer machine every client has the same address. */
export const loopbackFactor = 20

export const bodyBytesMax = 1024 * 1024
