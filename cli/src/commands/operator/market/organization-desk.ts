import { command, type CommandGroup } from '../../../engine/command.ts'
import { argument } from '../../../engine/params.ts'
import { id, joined, message, record, state } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'
import { history } from './desk-history.ts'
import { reason } from '../operator-action.ts'

const exampleUser = 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz'

const showOrganization = command({
  name: 'show',
  summary: 'Show an organization with members, agents, cases and audit entries',
  operations: ['getOrganizationDetails'],
  args: { organization: argument('Organization ID or handle') },
  example: 'souk admin organizations show acme',
  run: (context, { organization: organizationId }) =>
    asOperator(context, ({ marketDesk }) => marketDesk.getOrganizationDetails({ organizationId })),
  render: ({ organization }) => [
    record(
      {
        organization: () => id(organization.id),
        handle: () => organization.handle,
        standing: () => state(organization.standing),
        members: () => joined(organization.members.map(({ email, role }) => `${email} (${role})`)),
        agents: () => joined(organization.agents.map(({ handle }) => handle)),
      },
      organization,
    ),
    ...history(organization),
  ],
})

const appointOwner = command({
  name: 'appoint-owner',
  summary: 'Make a member the owner of an organization without an active owner',
  operations: ['appointOwner'],
  args: { organization: argument('Organization ID'), user: argument('User ID of a member') },
  options: { reason },
  confirm: ({ organization, user }) => `Make ${user} the owner of ${organization}?`,
  example: `souk admin organizations appoint-owner org_01kd3v9m2hf3v8q6w1x5r7t0yz ${exampleUser} --reason "The only owner has died." --yes`,
  run: (context, { organization: organizationId, user: userId, reason: why }) =>
    asOperator(context, ({ marketDesk }) => marketDesk.appointOwner({ organizationId, userId, reason: why })),
  render: message('Appointed owner.'),
})

export const organizationDesk: CommandGroup = {
  name: 'organizations',
  summary: 'Show organizations and appoint owners',
  commands: [showOrganization, appointOwner],
}
