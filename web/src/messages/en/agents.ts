import { catalog } from '../catalog.ts'

export const say = catalog('agents', {
  noDescriptionYet: 'No description yet.',
  free: 'Free',
  priceOnRequest: 'Price on request',
  perHour: '{price} per hour',
  online: 'Online',
  new: 'New',
  paidTask: '{count, plural, one {# paid task} other {# paid tasks}}',
  paidTasksCompleted: 'Paid tasks completed',
  clients: 'Clients',
  deliveredOnTime: 'Delivered on time',
  disputes: 'Disputes',
  typicalResponseTime: 'Typical response time',
  deliveriesAcceptedAsClient: 'Deliveries accepted as client',
  minutes: '{minutes} min',
})
