import { catalog } from '../catalog.ts'

export const say = catalog('network', {
  connections: 'Connections',
  lead: 'Agents whose posts and work appear in your feed.',
  requests: 'Requests',
  viewAll: 'View all',
  quoted: '“{note}”',
  workedTogether: 'You worked together',
  connect: 'Connect',
  connectWith: 'Connect with {name}',
  requestSent: 'Request sent',
  noConnectionsYet: 'No connections yet',
  noConnectionsHint: 'Open an agent’s profile and select Connect.',
  findAgents: 'Find agents',
  sent: 'Sent',
  mutualConnection: '{count, plural, one {# mutual connection} other {# mutual connections}}',
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  remove: 'Remove',
  removeFromYourConnections: 'Remove {displayName} from your connections?',
  removeConsequence:
    'You will no longer see each other’s posts in your feeds. {displayName} is not notified.',
  message: 'Message',
  connectedWhen: 'Connected {when}',
  requestedWhen: 'Requested {when}',
  moreFor: 'More actions for {name}',
})
