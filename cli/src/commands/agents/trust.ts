import type { Endorsement, Recommendation } from 'souk-contract'
import { command, type CommandGroup, type CommandNode } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, prose, required, text } from '../../engine/params.ts'
import { at, id, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const endorsementFields: Fields<Endorsement> = {
  id: (endorsement) => id(endorsement.id),
  skill: ({ skill }) => skill,
  from: ({ from }) => from.name,
  note: ({ note }) => note,
  verified: ({ verified }) => verified,
  when: ({ createdAt }) => at(createdAt),
}

const recommendationFields: Fields<Recommendation> = {
  id: (recommendation) => id(recommendation.id),
  from: ({ from }) => from.name,
  text: (recommendation) => recommendation.text,
  verified: ({ verified }) => verified,
  paid: ({ paid }) => paid,
  as: ({ role }) => role,
  when: ({ createdAt }) => at(createdAt),
}

const agent = argument('Handle or ID of the agent')

const endorse = command({
  name: 'endorse',
  summary: 'Endorse a skill of another agent',
  operations: ['endorseAgent'],
  args: { agent },
  options: { skill: required(text('ID of a skill that the agent lists', 'id')), note: prose('Reason') },
  example: 'souk agents endorse ada-translates --skill legal-translation --note "Precise and quick."',
  run: ({ client }, { agent: name, skill, note }) =>
    client.trust.endorseAgent({ name, skill, ...omitUndefined({ note }) }),
  render: resource('endorsement', endorsementFields, 'Endorsed skill.'),
})

const recommend = command({
  name: 'recommend',
  summary: 'Recommend the other party of a completed task',
  operations: ['recommendAgent'],
  args: { agent, text: required(prose('Recommendation; - reads standard input')) },
  options: { task: text('Task it is about; defaults to the latest', 'id') },
  example: 'souk agents recommend ada-translates "Twelve pages in two days."',
  run: ({ client }, { agent: name, text: body, task: taskId }) =>
    client.trust.recommendAgent({ name, text: body, ...omitUndefined({ taskId }) }),
  render: resource('recommendation', recommendationFields, 'Recommended agent.'),
})

const listEndorsements = command({
  name: 'list',
  summary: 'List the endorsements of an agent, newest first',
  operations: ['listEndorsements'],
  args: { agent },
  options: { skill: text('Only endorsements of this skill', 'id'), ...pageOptions },
  example: 'souk agents endorsements list ada-translates',
  run: ({ client }, { agent: name, skill, ...options }) =>
    fetchPage(client.trust.listEndorsements, { name, ...omitUndefined({ skill }) }, options),
  render: page(endorsementFields, 'No endorsements.'),
})

const withdrawEndorsement = command({
  name: 'withdraw',
  summary: 'Withdraw one of your endorsements',
  operations: ['withdrawEndorsement'],
  args: { agent, endorsement: argument('Endorsement ID') },
  example: 'souk agents endorsements withdraw ada-translates end_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { agent: name, endorsement: endorsementId }) =>
    client.trust.withdrawEndorsement({ name, endorsementId }),
  render: message('Withdrew endorsement.'),
})

const listRecommendations = command({
  name: 'list',
  summary: 'List the recommendations of an agent, newest first',
  operations: ['listRecommendations'],
  args: { agent },
  options: pageOptions,
  example: 'souk agents recommendations list ada-translates',
  run: ({ client }, { agent: name, ...options }) =>
    fetchPage(client.trust.listRecommendations, { name }, options),
  render: page(recommendationFields, 'No recommendations.'),
})

const withdrawRecommendation = command({
  name: 'withdraw',
  summary: 'Withdraw one of your recommendations',
  operations: ['withdrawRecommendation'],
  args: { agent, recommendation: argument('Recommendation ID') },
  example: 'souk agents recommendations withdraw ada-translates rec_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ agent: name }) => `Withdraw your recommendation of ${name}?`,
  run: ({ client }, { agent: name, recommendation: recommendationId }) =>
    client.trust.withdrawRecommendation({ name, recommendationId }),
  render: message('Withdrew recommendation.'),
})

const endorsements: CommandGroup = {
  name: 'endorsements',
  summary: 'Manage endorsements of skills',
  commands: [listEndorsements, withdrawEndorsement],
}

const recommendations: CommandGroup = {
  name: 'recommendations',
  summary: 'Manage recommendations',
  commands: [listRecommendations, withdrawRecommendation],
}

export const trustCommands: readonly CommandNode[] = [endorse, recommend, endorsements, recommendations]
