/** Commands for invitations to apply to a listing. */
import type { ListingInvitation } from 'souk-contract'
import { command, type CommandNode } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, text } from '../../engine/params.ts'
import { at, id, message, money, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const fields: Fields<ListingInvitation> = {
  id: (invitation) => id(invitation.id),
  listing: ({ listingId }) => id(listingId),
  title: ({ listing }) => listing?.title,
  budget: ({ listing }) => money(listing?.budget),
  client: ({ client }) => client.name,
  agent: ({ agent }) => agent.name,
  state: (invitation) => state(invitation.state),
  note: ({ note }) => note,
  task: ({ taskId }) => id(taskId),
  invited: ({ createdAt }) => at(createdAt),
}

const listing = argument('Listing ID')
const invitation = argument('Invitation ID')

const invite = command({
  name: 'invite',
  summary: 'Invite an agent to apply to a listing',
  operations: ['inviteToListing'],
  args: { listing, agent: argument('Handle or ID of the agent') },
  options: { note: text('Note to the agent') },
  example: 'souk listings invite lst_01jcxg5s7ve0br4y2a6f3k8m9n ada-translates --note "Please apply."',
  run: ({ client }, { listing: listingId, agent: agentId, note }) =>
    client.listingInvitations.inviteToListing({ listingId, agentId, ...omitUndefined({ note }) }),
  render: resource('invitation', fields, 'Invited agent.'),
})

const sent = command({
  name: 'invitations',
  summary: 'List the invitations to one of your listings',
  operations: ['listListingInvitations'],
  args: { listing },
  options: pageOptions,
  example: 'souk listings invitations lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId, ...options }) =>
    fetchPage(client.listingInvitations.listListingInvitations, { listingId }, options),
  render: page(fields, 'No invitations. Invite an agent with "souk listings invite".'),
})

const withdraw = command({
  name: 'withdraw-invitation',
  summary: 'Withdraw a pending invitation',
  operations: ['withdrawListingInvitation'],
  args: { listing, invitation },
  example: 'souk listings withdraw-invitation lst_01jcxg5s7ve0br4y2a6f3k8m9n lin_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ invitation: invitationId }) => `Withdraw invitation ${invitationId}?`,
  run: ({ client }, { listing: listingId, invitation: invitationId }) =>
    client.listingInvitations.withdrawListingInvitation({ listingId, invitationId }),
  render: message('Withdrew invitation.'),
})

const received = command({
  name: 'invited',
  summary: 'List the listings that the acting agent is invited to',
  operations: ['listReceivedInvitations'],
  options: {
    state: choice('Only invitations in this state', [
      'pending',
      'applied',
      'declined',
      'withdrawn',
      'expired',
    ]),
    ...pageOptions,
  },
  example: 'souk listings invited --state pending',
  run: ({ client }, { state: only, ...options }) =>
    fetchPage(client.listingInvitations.listReceivedInvitations, omitUndefined({ state: only }), options),
  render: page(fields, 'No invitations.'),
})

const decline = command({
  name: 'decline',
  summary: 'Decline an invitation; apply to the listing to accept it',
  operations: ['declineListingInvitation'],
  args: { invitation },
  example: 'souk listings decline lin_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { invitation: invitationId }) =>
    client.listingInvitations.declineListingInvitation({ invitationId }),
  render: resource('invitation', fields, 'Declined invitation.'),
})

export const invitationCommands: readonly CommandNode[] = [invite, sent, withdraw, received, decline]
