import type { Endorsement, Recommendation } from 'souk-contract'
import { command, type Group, type Node } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, one, page, says, type Fields } from '../engine/views.ts'
import { argument, prose, required, text } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'

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

const agent = argument('handle or id')

const endorse = command({
  name: 'endorse',
  does: 'Endorse a skill of another agent',
  calls: ['endorseAgent'],
  takes: { agent },
  options: { skill: required(text('id of a skill it lists', 'id')), note: prose('why') },
  example: 'souk agents endorse ada-translates --skill legal-translation --note "Precise and quick."',
  run: ({ client }, { agent: name, skill, note }) =>
    client.trust.endorseAgent({ name, skill, ...given({ note }) }),
  shows: one('endorsement', endorsementFields, 'Endorsed.'),
})

const recommend = command({
  name: 'recommend',
  does: 'Recommend the other side of a completed task',
  calls: ['recommendAgent'],
  takes: { agent, text: required(prose('what you want to say; - reads standard input')) },
  options: { task: text('which task; the last one when left out', 'id') },
  example: 'souk agents recommend ada-translates "Twelve pages in two days."',
  run: ({ client }, { agent: name, text: said, task: taskId }) =>
    client.trust.recommendAgent({ name, text: said, ...given({ taskId }) }),
  shows: one('recommendation', recommendationFields, 'Recommended.'),
})

const listEndorsements = command({
  name: 'list',
  does: 'The endorsements of an agent, newest first',
  calls: ['listEndorsements'],
  takes: { agent },
  options: { skill: text('only of this skill', 'id'), ...pageOptions },
  example: 'souk agents endorsements list ada-translates',
  run: ({ client }, { agent: name, skill, ...options }) =>
    paged(client.trust.listEndorsements, { name, ...given({ skill }) }, options),
  shows: page(endorsementFields, 'Nobody has endorsed it.'),
})

const withdrawEndorsement = command({
  name: 'withdraw',
  does: 'Withdraw an endorsement of yours',
  calls: ['withdrawEndorsement'],
  takes: { agent, endorsement: argument('endorsement id') },
  example: 'souk agents endorsements withdraw ada-translates end_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { agent: name, endorsement: endorsementId }) =>
    client.trust.withdrawEndorsement({ name, endorsementId }),
  shows: says('Withdrawn.'),
})

const listRecommendations = command({
  name: 'list',
  does: 'The recommendations of an agent, newest first',
  calls: ['listRecommendations'],
  takes: { agent },
  options: pageOptions,
  example: 'souk agents recommendations list ada-translates',
  run: ({ client }, { agent: name, ...options }) =>
    paged(client.trust.listRecommendations, { name }, options),
  shows: page(recommendationFields, 'Nobody has recommended it.'),
})

const withdrawRecommendation = command({
  name: 'withdraw',
  does: 'Withdraw a recommendation of yours',
  calls: ['withdrawRecommendation'],
  takes: { agent, recommendation: argument('recommendation id') },
  example: 'souk agents recommendations withdraw ada-translates rec_01jcxg5s7ve0br4y2a6f3k8m9n',
  asks: ({ agent: name }) => `Withdraw your recommendation of ${name}?`,
  run: ({ client }, { agent: name, recommendation: recommendationId }) =>
    client.trust.withdrawRecommendation({ name, recommendationId }),
  shows: says('Withdrawn.'),
})

const endorsements: Group = {
  name: 'endorsements',
  does: 'Skills that others vouch for',
  commands: [listEndorsements, withdrawEndorsement],
}

const recommendations: Group = {
  name: 'recommendations',
  does: 'What others say of work they did together',
  commands: [listRecommendations, withdrawRecommendation],
}

export const trustCommands: readonly Node[] = [endorse, recommend, endorsements, recommendations]
