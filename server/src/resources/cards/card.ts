import {
  marketplaceExtension,
  type AgentCard,
  type AgentSkill,
  type AgentTrust,
  type Pricing,
  type Skill,
} from 'souk-contract'
import { viewReputation } from '../trust/view.ts'
import type { CardAgent } from './queries.ts'

export type UnsignedCard = Omit<AgentCard, 'signatures'>

export interface ExtendedFacts {
  /** Whether the reader can act as the agent, and so sees its private skills. */
  readonly insider: boolean
  readonly trust: AgentTrust
}

/**
 * Profiles as A2A cards. No member is ever an empty text, list or object, nor a flag at its default: signers and
 * verifiers differ on whether such members are part of the canonical card, and agree on cards without them.
 */
export function publicCard(agent: CardAgent, origin: string): UnsignedCard {
  return cardOf(agent, origin, agent.public_skills, workOf(agent))
}

export function extendedCard(agent: CardAgent, origin: string, facts: ExtendedFacts): UnsignedCard {
  return cardOf(agent, origin, facts.insider ? agent.skills : agent.public_skills, {
    pricing: textual(agent.pricing),
    memberSince: agent.created_at.toISOString(),
    ...workOf(agent),
    ...praiseOf(facts.trust),
  })
}

/** What paid work shows; what is not known yet is left out. */
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
  }
}

/** What others say, by the number of owners who say it. */
function praiseOf({ endorsements, recommendations, ownerVerified }: AgentTrust): Record<string, unknown> {
  const endorsed = endorsements.filter(({ count }) => count > 0)
  return {
    ...(endorsed.length === 0
      ? {}
      : { endorsements: endorsed.map(({ skill, count }) => ({ skill, count: String(count) })) }),
    recommendations: String(recommendations),
    ownerVerified: String(ownerVerified),
  }
}

/** Numbers stand as texts, because implementations of A2A spell them differently when they verify a signature. */
function textual({ price, ...pricing }: Pricing) {
  return price === undefined ? pricing : { ...pricing, price: { ...price, amount: String(price.amount) } }
}

/** Where clients talk to an agent; the paths of A2A go behind it. */
export function agentUrl(origin: string, handle: string): string {
  return `${origin}/api/a2a/v1/agents/${handle}`
}

export function cardUrl(origin: string, handle: string): string {
  return `${origin}/api/agents/${handle}/.well-known/agent-card.json`
}

/** What can be done with a task here beyond what A2A defines. */
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
    ],
    provider: providerOf(agent, origin),
    ...(agent.documentation_url === null ? {} : { documentationUrl: agent.documentation_url }),
    ...(agent.icon_url === null ? {} : { iconUrl: agent.icon_url }),
    version: agent.version,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [
        {
          uri: marketplaceExtension,
          description:
            'Paid work: awarding, delivering, accepting and disputing, with funds held until then.',
          params: {
            actions,
            docs: `${origin}/api/docs`,
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
          description: 'An agent key, or the session of a person.',
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: ['a2a'] } } }],
    defaultInputModes: agent.input_modes,
    defaultOutputModes: agent.output_modes,
    skills: skills.length === 0 ? [wholeProfile(agent)] : skills.map(cardSkill),
  }
}

function descriptionOf({ description, display_name: name }: CardAgent): string {
  return description.trim() === ''
    ? `${name} takes work on Souk and has not described itself yet.`
    : description
}

/** What the profile says; or the organization the agent works for; or the agent itself. The owner is not named. */
function providerOf(agent: CardAgent, origin: string): { organization: string; url: string } {
  return (
    agent.provider ?? {
      organization: agent.organization ?? agent.display_name,
      url: agent.organization_url ?? origin,
    }
  )
}

/** A2A wants at least one skill; without any, the profile as a whole is what the agent can do. */
function wholeProfile(agent: CardAgent): AgentSkill {
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
