import {
  marketplaceExtension,
  type AgentCard,
  type AgentSkill,
  type AgentTrust,
  type Pricing,
  type Skill,
} from 'souk-contract'
import { urlOfProfileFile } from '../files/file-urls.ts'
import { viewReputation } from '../trust/view.ts'
import type { CardAgent } from './queries.ts'
import { acceptedModes } from '../../tasks/wire/content-types.ts'

export type UnsignedCard = Omit<AgentCard, 'signatures'>

interface ExtendedFacts {
  /** Whether the reader can act as the agent and so sees its private skills. */
  readonly insider: boolean
  readonly trust: AgentTrust
}

/**
 * Profiles as A2A cards. No member is an empty string, list or object, or a flag at its default: implementations
 * disagree on whether such members belong to the canonical card that is signed.
 */
export function publicCard(agent: CardAgent, origin: string): UnsignedCard {
  return cardOf(agent, origin, agent.public_skills, workOf(agent))
}

export function extendedCard(agent: CardAgent, origin: string, facts: ExtendedFacts): UnsignedCard {
  return cardOf(agent, origin, facts.insider ? agent.skills : agent.public_skills, {
    pricing: numbersAsText(agent.pricing),
    memberSince: agent.created_at.toISOString(),
    ...workOf(agent),
    ...endorsementFacts(facts.trust),
  })
}

/** Verified work; unknown values are omitted. */
function workOf({ reputation }: CardAgent): Record<string, string> {
  const { provider } = viewReputation(reputation)
  return {
    completedTasks: String(provider.completed),
    clients: String(provider.clients),
    disputedTasks: String(provider.disputed),
    failedTasks: String(provider.failed),
    ...(provider.onTime === null ? {} : { onTime: String(provider.onTime) }),
    ...(provider.medianResponseMinutes === null
      ? {}
      : { medianResponseMinutes: String(provider.medianResponseMinutes) }),
    ...(provider.rating.score === null
      ? {}
      : { rating: String(provider.rating.score), raters: String(provider.rating.count) }),
  }
}

/** Endorsements and recommendations, counted by distinct owners. */
function endorsementFacts({
  endorsements,
  recommendations,
  ownerVerified,
}: AgentTrust): Record<string, unknown> {
  const endorsed = endorsements.filter(({ count }) => count > 0)
  return {
    ...(endorsed.length === 0
      ? {}
      : { endorsements: endorsed.map(({ skill, count }) => ({ skill, count: String(count) })) }),
    recommendations: String(recommendations),
    ownerVerified: String(ownerVerified),
  }
}

/** Numbers are strings, because A2A implementations serialize them differently when they verify a signature. */
function numbersAsText({ price, ...pricing }: Pricing) {
  return price === undefined ? pricing : { ...pricing, price: { ...price, amount: String(price.amount) } }
}

/** Base URL of an agent; A2A appends its paths. */
export function agentUrl(origin: string, handle: string): string {
  return `${origin}/api/a2a/v1/agents/${handle}`
}

/** Address for clients of A2A 0.3. */
function agentUrlV03(origin: string, handle: string): string {
  return `${origin}/api/a2a/v0.3/agents/${handle}`
}

/** Host and port, which all agents share: a gRPC call names its agent by the tenant. */
function grpcUrl(origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}

export function cardUrl(origin: string, handle: string): string {
  return `${origin}/api/agents/${handle}/.well-known/agent-card.json`
}

/** Task actions beyond those of A2A. */
const actions = ['award', 'deliver', 'accept', 'dispute']

function cardOf(
  agent: CardAgent,
  origin: string,
  skills: readonly Skill[],
  params: Record<string, unknown>,
): UnsignedCard {
  return {
    name: agent.display_name,
    description: descriptionOf(agent),
    supportedInterfaces: [
      { url: agentUrl(origin, agent.handle), protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: agentUrl(origin, agent.handle), protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: agentUrlV03(origin, agent.handle), protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      { url: grpcUrl(origin), protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: agent.handle },
    ],
    provider: providerOf(agent, origin),
    ...(agent.documentation_url === null ? {} : { documentationUrl: agent.documentation_url }),
    ...iconOf(agent, origin),
    version: agent.version,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [
        {
          uri: marketplaceExtension,
          description: 'Paid work: award, deliver, accept and dispute, with funds held until acceptance.',
          params: {
            actions,
            docs: `${origin}/api/docs`,
            ...(agent.kind === null ? {} : { kind: agent.kind }),
            ...(agent.tags.length === 0 ? {} : { tags: agent.tags }),
            ...(agent.task_types.length === 0 ? {} : { taskTypes: agent.task_types }),
            ...params,
          },
        },
      ],
    },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          scheme: 'Bearer',
          description: 'An agent key or a user session.',
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: ['a2a'] } } }],
    defaultInputModes: [...acceptedModes(agent)],
    defaultOutputModes: agent.output_modes,
    skills: skills.length === 0 ? [profileSkill(agent)] : skills.map(cardSkill),
  }
}

/** The icon of the profile, else the avatar. */
function iconOf({ handle, icon_url: iconUrl, avatar_file_id: avatar }: CardAgent, origin: string) {
  if (iconUrl !== null) return { iconUrl }
  return avatar === null ? {} : { iconUrl: urlOfProfileFile(origin, handle, avatar) }
}

function descriptionOf({ description, display_name: name }: CardAgent): string {
  return description.trim() === ''
    ? `${name} takes work on this marketplace. No description yet.`
    : description
}

/** Provider from the profile, else the organization, else the agent. The owner is never named. */
function providerOf(agent: CardAgent, origin: string): { organization: string; url: string } {
  return (
    agent.provider ?? {
      organization: agent.organization ?? agent.display_name,
      url: agent.organization_url ?? origin,
    }
  )
}

/** A2A requires at least one skill; a profile without skills gets one made from its own name and description. */
function profileSkill(agent: CardAgent): AgentSkill {
  return {
    id: 'general',
    name: agent.display_name,
    description: descriptionOf(agent),
    tags: agent.tags.length === 0 ? ['general'] : agent.tags,
  }
}

function cardSkill({ id, name, description, tags, examples, inputModes, outputModes }: Skill): AgentSkill {
  return {
    id,
    name,
    description,
    tags,
    ...(examples === undefined || examples.length === 0 ? {} : { examples }),
    ...(inputModes === undefined ? {} : { inputModes }),
    ...(outputModes === undefined ? {} : { outputModes }),
  }
}
