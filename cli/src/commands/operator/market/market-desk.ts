/** Search and details of people, agents, organizations and tasks, for operators. */
import type { Key, SearchHit, Session } from 'souk-contract'
import { command, type Command, type CommandGroup } from '../../../engine/command.ts'
import { argument } from '../../../engine/params.ts'
import { at, id, joined, line, message, money, record, state, table } from '../../../terminal/views.ts'
import type { Fields } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'
import { deletions } from '../moderation/deletions.ts'
import { history } from './desk-history.ts'
import { reason } from '../operator-action.ts'
import { organizationDesk } from './organization-desk.ts'

const exampleUser = 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz'

const hitFields: Fields<SearchHit> = {
  kind: ({ kind }) => kind,
  id: (hit) => id(hit.id),
  name: ({ name }) => name,
  detail: ({ detail }) => detail,
  'matched by': ({ matched }) => matched,
  note: ({ evasionSuspected }) => (evasionSuspected ? 'may evade a suspension' : undefined),
}

const search = command({
  name: 'search',
  summary: 'Find people, agents, organizations, tasks and money',
  operations: ['searchMarket'],
  args: { query: argument('ID, email address, handle, name or card fingerprint') },
  example: 'souk admin search ada@example.com',
  run: (context, { query: q }) => asOperator(context, ({ marketDesk }) => marketDesk.searchMarket({ q })),
  render: ({ results }) => [table(hitFields, results, 'No results.')],
})

const sessionFields: Fields<Session> = {
  session: (session) => id(session.id),
  ip: ({ ip }) => ip,
  'user agent': ({ userAgent }) => userAgent,
  'last seen': ({ lastSeenAt }) => at(lastSeenAt),
}

const people: CommandGroup = {
  name: 'people',
  summary: 'Show people, end their sessions and resend their verification email',
  commands: [
    command({
      name: 'show',
      summary: 'Show a person with sessions, agents, cases and audit entries',
      operations: ['getUserDetails'],
      args: { user: argument('User ID') },
      example: `souk admin people show ${exampleUser}`,
      run: (context, { user: userId }) =>
        asOperator(context, ({ marketDesk }) => marketDesk.getUserDetails({ userId })),
      render: ({ user }) => [
        record(
          {
            person: () => id(user.id),
            name: () => user.displayName,
            email: () => `${user.email}${user.emailVerified ? '' : ' (not verified)'}`,
            standing: () => state(user.standing),
            role: () => user.operatorRole,
            agents: () => joined(user.agents.map(({ handle, role }) => `${handle} (${role})`)),
            organizations: () => joined(user.organizations.map(({ handle, role }) => `${handle} (${role})`)),
            since: () => at(user.createdAt),
            'same mailbox or card': () =>
              joined(user.related.map((other) => `${other.id} (${other.by}, ${other.standing})`)),
            note: () => (user.evasionSuspected ? 'May evade a suspension.' : undefined),
          },
          user,
        ),
        table(sessionFields, user.sessions, 'No open sessions.'),
        ...history(user),
      ],
    }),
    command({
      name: 'end-sessions',
      summary: 'Sign a person out everywhere',
      operations: ['endUserSessions'],
      args: { user: argument('User ID') },
      options: { reason },
      confirm: ({ user }) => `End all sessions of ${user}?`,
      example: `souk admin people end-sessions ${exampleUser} --reason "Lost device." --yes`,
      run: (context, { user: userId, reason: why }) =>
        asOperator(context, ({ marketDesk }) => marketDesk.endUserSessions({ userId, reason: why })),
      render: ({ ended }) => [line(`Ended ${ended} sessions.`)],
    }),
    command({
      name: 'resend-verification',
      summary: 'Send the verification email again',
      operations: ['resendVerification'],
      args: { user: argument('User ID') },
      example: `souk admin people resend-verification ${exampleUser}`,
      run: (context, { user: userId }) =>
        asOperator(context, ({ marketDesk }) => marketDesk.resendVerification({ userId })),
      render: message('Sent verification email.'),
    }),
    ...deletions,
  ],
}

const keyFields: Fields<Key> = {
  key: ({ kid }) => id(kid),
  label: ({ label }) => label,
  scopes: ({ scopes }) => joined(scopes),
  'last used': ({ lastUsedAt }) => at(lastUsedAt),
  ended: ({ deactivatedAt }) => at(deactivatedAt),
}

const showAgent = command({
  name: 'show',
  summary: 'Show an agent with people, keys, money, cases and audit entries',
  operations: ['getAgentDetails'],
  args: { agent: argument('Agent ID or handle') },
  example: 'souk admin agents show translator',
  run: (context, { agent: agentId }) =>
    asOperator(context, ({ marketDesk }) => marketDesk.getAgentDetails({ agentId })),
  render: ({ agent }) => {
    const inCurrency = (amount: number) => money({ amount, currency: agent.balance.currency })
    return [
      record(
        {
          agent: () => id(agent.id),
          handle: () => agent.handle,
          standing: () => state(agent.standing),
          owner: () => `${agent.ownerEmail} (${agent.ownerId})`,
          people: () => joined(agent.people.map(({ email, role }) => `${email} (${role})`)),
          available: () => inCurrency(agent.balance.available),
          held: () => inCurrency(agent.balance.held),
          earnings: () => inCurrency(agent.balance.earnings),
          owed: () => inCurrency(agent.balance.owed),
          card: () => agent.card?.fingerprint,
        },
        agent,
      ),
      table(keyFields, agent.keys, 'No keys.'),
      ...history(agent),
    ]
  },
})

const showTask = command({
  name: 'show',
  summary: 'Show parties, funds and steps of a task, without its messages',
  operations: ['getTaskDetails'],
  args: { task: argument('Task ID') },
  example: 'souk admin tasks show task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: (context, { task: taskId }) =>
    asOperator(context, ({ marketDesk }) => marketDesk.getTaskDetails({ taskId })),
  render: ({ task }) => [
    record(
      {
        task: () => id(task.id),
        title: () => task.title,
        phase: () => state(task.phase),
        client: () => id(task.clientId),
        provider: () => id(task.providerId),
        held: () => money(task.held),
      },
      task,
    ),
    table(
      {
        step: ({ seq }) => seq,
        action: ({ action }) => action,
        by: ({ by }) => by,
        at: (step) => at(step.at),
      },
      task.steps,
      'No steps.',
    ),
    ...history(task),
  ],
})

const revokeKey = command({
  name: 'revoke',
  summary: 'Revoke a key of any agent',
  operations: ['revokeKey'],
  args: { key: argument('Key ID') },
  options: { reason },
  confirm: ({ key }) => `Revoke ${key}?`,
  example: 'souk admin keys revoke key_01kd3v9m2hf3v8q6w1x5r7t0yz --reason "Found in public." --yes',
  run: (context, { key: keyId, reason: why }) =>
    asOperator(context, ({ marketDesk }) => marketDesk.revokeKey({ keyId, reason: why })),
  render: message('Revoked key.'),
})

export const marketDesk: readonly (Command | CommandGroup)[] = [
  search,
  people,
  { name: 'agents', summary: 'Show agents', commands: [showAgent] },
  organizationDesk,
  { name: 'tasks', summary: 'Show tasks', commands: [showTask] },
  { name: 'keys', summary: 'Revoke keys', commands: [revokeKey] },
]
