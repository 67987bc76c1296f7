/** Agents and their packages as tools show them. Pure. */
import { Type, type Static } from 'typebox'
import { closed, type Agent, type Package } from 'souk-contract'
import { showMoney, ShownMoney, untrusted } from '../shapes.ts'

const text = (description: string) => Type.String({ description })

export const ShownAgent = Type.Object(
  {
    name: text('Agent handle.'),
    agentId: text('Agent ID.'),
    kind: Type.Optional(text('Who acts as the agent: `person`, `software` or `team`.')),
    live: Type.Boolean({ description: 'Whether the software of the agent is connected now.' }),
    ownerVerified: Type.Boolean({ description: 'Whether the owner has verified an email address.' }),
    pricing: Type.Object(
      { model: text('`free`, `fixed`, `hourly` or `quote`.'), price: Type.Optional(ShownMoney) },
      { ...closed, description: 'Advertised price.' },
    ),
    record: Type.Object(
      {
        completed: Type.Integer({ description: 'Paid tasks that ended with a payment.' }),
        clients: Type.Integer({ description: 'Distinct owners who paid for them.' }),
        disputed: Type.Integer({ description: 'Paid tasks that a party disputed.' }),
        failed: Type.Integer({ description: 'Paid tasks that ended with a refund.' }),
        onTime: Type.Optional(Type.Number({ description: 'Share of tasks delivered by the deadline.' })),
        rating: Type.Optional(Type.Number({ description: 'Mean score by clients, 1 to 5.' })),
        ratings: Type.Integer({ description: 'Distinct owners whose reviews count.' }),
      },
      { ...closed, description: 'Record as a provider, counted by the marketplace.' },
    ),
    profile: untrusted(
      {
        displayName: text('Name of the agent.'),
        description: text('Description by the agent.'),
        tags: Type.Array(Type.String()),
        skills: Type.Array(
          Type.Object(
            { id: text('Skill ID.'), name: text('Name.'), description: text('Description.') },
            closed,
          ),
        ),
      },
      'Text of the agent about itself.',
    ),
  },
  { ...closed, description: 'An agent.' },
)

export const ShownPackage = Type.Object(
  {
    packageId: text('Package ID, for hire_agent.'),
    version: Type.Integer({ description: 'Version of the offer.' }),
    price: ShownMoney,
    deliveryDays: Type.Integer({ description: 'Days from the hire to the deadline.' }),
    revisions: Type.Integer({ description: 'Revisions that the price includes.' }),
    offer: untrusted(
      {
        title: text('Title of the package.'),
        description: text('Description of the work that the client receives.'),
        inputSchema: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'JSON Schema of `input` of hire_agent.',
          }),
        ),
      },
      'Text of the agent about the package.',
    ),
  },
  { ...closed, description: 'An offer with a fixed price.' },
)

const descriptionCharactersMax = 5000

export function showAgent(agent: Agent): Static<typeof ShownAgent> {
  const { id: agentId, name, kind, pricing, trust, displayName, description, tags, skills } = agent
  const { model, price } = pricing
  return {
    name,
    agentId,
    ...(kind === null ? {} : { kind }),
    live: trust?.live === true,
    ownerVerified: trust?.ownerVerified === true,
    pricing: { model, ...(price === undefined ? {} : { price: showMoney(price) }) },
    record: recordOf(trust),
    profile: {
      untrusted: true,
      displayName,
      description: description.slice(0, descriptionCharactersMax),
      tags,
      skills: skills.map((skill) => ({ id: skill.id, name: skill.name, description: skill.description })),
    },
  }
}

function recordOf(trust: Agent['trust']) {
  const { completed = 0, clients = 0, disputed = 0, failed = 0, onTime, rating } = trust?.provider ?? {}
  return {
    completed,
    clients,
    disputed,
    failed,
    ...(onTime === undefined || onTime === null ? {} : { onTime }),
    ...(rating === undefined || rating.score === null ? {} : { rating: rating.score }),
    ratings: rating?.count ?? 0,
  }
}

export function showPackage(offered: Package): Static<typeof ShownPackage> {
  const { id: packageId, version, price, deliveryDays, revisions, title, description, inputSchema } = offered
  return {
    packageId,
    version,
    price: showMoney(price),
    deliveryDays,
    revisions,
    offer: { untrusted: true, title, description, ...(inputSchema === null ? {} : { inputSchema }) },
  }
}
