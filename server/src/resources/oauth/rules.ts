import { day, hour, minute, second } from '../../lib/clock.ts'

/** Lifetimes of what clients get. */
export const codeLifetimeMs = minute
export const accessLifetimeMs = hour
export const refreshLifetimeMs = 30 * day

/**
 * How long a replaced refresh token can be repeated, if the client never received the response. The tokens of the lost response
 * are revoked, so that at any time one refresh token of a grant works.
 */
export const repeatWithinMs = 30 * second

/** How long a metadata document is used before it is read again, and how long a failure is reported without a new attempt. */
export const documentLifetimeMs = hour
export const failureLifetimeMs = minute

/** Lifetime of a device request, and how long its client waits between polls; longer after each poll that came too early. */
export const deviceLifetimeMs = 10 * minute
export const pollIntervalSeconds = 2
export const slowDownSeconds = 5

/** Above it, a device request replaces the oldest that waits. With 34 bits in a user code, a guess hits one in five million. */
export const pendingDevicesMax = 5000

/** Above it, a registration replaces the client that has waited longest without a grant. */
export const unusedClientsMax = 5000

/** Registered clients without a grant are deleted after this time. */
export const unusedClientMs = day

export const appsPerAgentMax = 50
