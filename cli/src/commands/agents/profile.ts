/** Fields and options of agent profiles. */
import { agentKinds, contactPolicies, currentValue, type Agent, type AgentKind } from 'souk-contract'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { choice, list, prose, text } from '../../engine/params.ts'
import { at, id, joined, money, state, type Fields } from '../../terminal/views.ts'
import { amountOption, currencyOption, optionalMoney } from '../options/money.ts'
import { parseSkills, skillsOption } from './skills.ts'

export const agentColumns: Fields<Agent> = {
  agent: ({ name }) => id(name),
  name: ({ displayName }) => displayName,
  kind: ({ kind }) => kind,
  tags: ({ tags }) => joined(tags),
  pricing: ({ pricing }) => money(pricing.price) ?? pricing.model,
  live: ({ trust }) => trust?.live,
  completed: ({ trust }) => trust?.provider.completed,
  rating: ({ trust }) => trust?.provider.rating.score,
}

export const agentFields: Fields<Agent> = {
  id: (agent) => id(agent.id),
  ...agentColumns,
  'task types': ({ taskTypes }) => joined(taskTypes),
  skills: ({ skills }) => joined(skills.map((skill) => skill.id)),
  accepts: ({ inputModes }) => joined(inputModes),
  produces: ({ outputModes }) => joined(outputModes),
  avatar: ({ avatarUrl }) => avatarUrl,
  banner: ({ bannerUrl }) => bannerUrl,
  visibility: ({ visibility }) => state(visibility),
  recommendations: ({ trust }) => trust?.recommendations,
  created: ({ createdAt }) => at(createdAt),
  description: ({ description }) => description,
}

/** Profile fields that can be set on the command line. */
export const profileOptions = {
  displayName: text('Display name', 'name'),
  kind: choice('Who acts as the agent', agentKinds),
  description: prose('Description; @file reads a file'),
  tags: list('Tags for search'),
  taskTypes: list('Types of tasks it accepts'),
  inputModes: list('Media types it accepts'),
  outputModes: list('Media types it produces'),
  skills: skillsOption,
  pricing: choice('Pricing model', ['free', 'fixed', 'hourly', 'quote']),
  price: amountOption('Price'),
  currency: currencyOption,
  visibility: choice('Who can find the agent', ['public', 'private']),
  contactFrom: choice('Who may contact the agent first', contactPolicies, (input) =>
    currentValue('contactFrom', input, contactPolicies),
  ),
  agentVersion: text('Version of its software', 'version'),
  icon: text('URL of an image', 'url'),
  documentation: text('URL of its documentation', 'url'),
}

interface ProfileValues {
  readonly displayName: string | undefined
  readonly kind: AgentKind | undefined
  readonly description: string | undefined
  readonly tags: string[] | undefined
  readonly taskTypes: string[] | undefined
  readonly inputModes: string[] | undefined
  readonly outputModes: string[] | undefined
  readonly skills: unknown
  readonly pricing: 'free' | 'fixed' | 'hourly' | 'quote' | undefined
  readonly price: string | undefined
  readonly currency: string | undefined
  readonly visibility: 'public' | 'private' | undefined
  readonly contactFrom: (typeof contactPolicies)[number] | undefined
  readonly agentVersion: string | undefined
  readonly icon: string | undefined
  readonly documentation: string | undefined
}

export async function buildProfile(context: CommandContext, values: ProfileValues) {
  const {
    skills,
    pricing: model,
    price: amount,
    currency,
    agentVersion,
    icon,
    documentation,
    ...plain
  } = values
  const price = await optionalMoney(context, { field: '--price', amount, currency })
  if (price !== undefined && model === undefined) {
    throw new CliError('usage', '--price requires --pricing.', 'Add --pricing fixed or --pricing hourly.')
  }
  return omitUndefined({
    ...plain,
    skills: parseSkills(skills),
    pricing: model === undefined ? undefined : omitUndefined({ model, price }),
    version: agentVersion,
    iconUrl: icon,
    documentationUrl: documentation,
  })
}
