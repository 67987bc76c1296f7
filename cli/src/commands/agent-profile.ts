/** What a profile shows, and what can be said of it. */
import type { Agent } from 'souk-contract'
import { given } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { at, id, joined, money, state, type Fields } from '../engine/views.ts'
import { choice, list, prose, text } from '../engine/words.ts'
import { amountOption, currencyOption, moneyMaybe } from './shared.ts'
import { skillsFrom, skillsOption } from './skills.ts'

export const agentColumns: Fields<Agent> = {
  agent: ({ name }) => id(name),
  name: ({ displayName }) => displayName,
  tags: ({ tags }) => joined(tags),
  pricing: ({ pricing }) => money(pricing.price) ?? pricing.model,
  live: ({ trust }) => trust?.live,
  completed: ({ trust }) => trust?.provider.completed,
}

export const agentFields: Fields<Agent> = {
  id: (agent) => id(agent.id),
  ...agentColumns,
  'task types': ({ taskTypes }) => joined(taskTypes),
  skills: ({ skills }) => joined(skills.map((skill) => skill.id)),
  takes: ({ inputModes }) => joined(inputModes),
  offers: ({ outputModes }) => joined(outputModes),
  visibility: ({ visibility }) => state(visibility),
  recommendations: ({ trust }) => trust?.recommendations,
  created: ({ createdAt }) => at(createdAt),
  description: ({ description }) => description,
}

/** What can be said of an agent on the command line; the rest of a profile is for the skills file and the web. */
export const profileOptions = {
  displayName: text('its name, as others read it', 'name'),
  description: prose('what it does; @file reads one'),
  tags: list('words to be found by'),
  taskTypes: list('kinds of tasks it takes'),
  inputModes: list('media types it takes'),
  outputModes: list('media types it offers'),
  skills: skillsOption,
  pricing: choice('how it charges', ['free', 'fixed', 'hourly', 'quote']),
  price: amountOption('its price'),
  currency: currencyOption,
  visibility: choice('who finds it', ['public', 'private']),
  contactFrom: choice('who may write to it first', ['everyone', 'connections', 'nobody']),
  agentVersion: text('the version of its software', 'version'),
  icon: text('address of an image', 'url'),
  documentation: text('address of its documentation', 'url'),
}

interface ProfileValues {
  readonly displayName: string | undefined
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
  readonly contactFrom: 'everyone' | 'connections' | 'nobody' | undefined
  readonly agentVersion: string | undefined
  readonly icon: string | undefined
  readonly documentation: string | undefined
}

export async function profileFrom(session: Session, values: ProfileValues) {
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
  const price = await moneyMaybe(session, { field: '--price', amount, currency })
  if (price !== undefined && model === undefined) {
    throw new Refused('usage', 'How is the price meant?', 'Add --pricing fixed or --pricing hourly.')
  }
  return given({
    ...plain,
    skills: skillsFrom(skills),
    pricing: model === undefined ? undefined : given({ model, price }),
    version: agentVersion,
    iconUrl: icon,
    documentationUrl: documentation,
  })
}
