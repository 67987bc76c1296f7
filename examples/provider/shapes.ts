/** What travels, as far as this provider looks at it. `/api/docs` of any Souk shows the rest. */

/** In minor units: 1800 USD are eighteen dollars. */
export interface Money {
  readonly amount: number
  readonly currency: string
}

export interface Agent {
  readonly name: string
  readonly tags: readonly string[]
  readonly pricing: { readonly price?: Money }
}

export interface Part {
  readonly text?: string
  /** Bytes in base64. */
  readonly raw?: string
  readonly filename?: string
}

export interface Message {
  /** The client speaks as the user, the provider as the agent. */
  readonly role: 'ROLE_USER' | 'ROLE_AGENT'
  readonly parts: readonly Part[]
}

/** The name under which the marketplace speaks within A2A, and is spoken to. */
export const marketplace = 'urn:souk:marketplace:v1'

/** Where a task stands in the marketplace, and what we may do about it. */
export interface Market {
  readonly phase: string
  readonly allowedActions: readonly string[]
  readonly listingId?: string
  readonly terms?: { readonly price?: Money }
}

export interface Task {
  readonly id: string
  readonly history?: readonly Message[]
  readonly metadata: { readonly [marketplace]: Market }
}

export interface Listing {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly budget: Money | null
  readonly attachments: readonly { readonly filename: string; readonly mediaType: string }[]
}
