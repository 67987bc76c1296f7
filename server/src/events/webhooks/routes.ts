import { currentValue, deliveryStatuses, type Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireManager } from './access.ts'
import { getDelivery } from './get-delivery.ts'
import { createWebhookEndpoint } from './create-webhook-endpoint.ts'
import { deliveriesOf } from './delivery-queries.ts'
import { getDeliveryFigures } from './get-delivery-figures.ts'
import { endpointsOf, findEndpoint, findWebhook } from './queries.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'
import { redeliverFailed } from './redeliver-failed.ts'
import { removeWebhook } from './remove-webhook.ts'
import { removeWebhookEndpoint } from './remove-webhook-endpoint.ts'
import { setWebhook } from './set-webhook.ts'
import { showWebhook, showWebhooks } from './show-webhook.ts'
import { awaitAttempt, testWebhook } from './test-webhook.ts'
import { testWebhookEndpoint } from './test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts'
import { viewDelivery } from './view.ts'

export const webhooks: Handlers<Contract['webhooks']> = {
  setWebhook: write(setWebhook),
  getWebhook: read(async (reader, { agentId }) => {
    const row = found(await findWebhook(reader, agentId), 'webhook')
    return { webhook: await showWebhook(reader, row) }
  }),
  removeWebhook: write(removeWebhook),
  testWebhook: write(testWebhook, {
    longPoll: { authorize: async (_reader, caller) => requireManager(caller), wait: awaitAttempt },
  }),
  listDeliveries: read(async (reader, { agentId }, { status, type, endpointId, page }) => {
    const webhook =
      endpointId === undefined ? undefined : found(await findEndpoint(reader, agentId, endpointId), 'webhook')
    const rows = await deliveriesOf(reader, agentId, {
      status: currentValue('status', status, deliveryStatuses),
      type,
      endpoint: webhook?.endpoint,
      page,
    })
    return pageOf(rows, page, viewDelivery, (row) => [row.id])
  }),
  getDelivery: read((reader, caller, { deliveryId }) => getDelivery(reader, caller, deliveryId)),
  redeliverDelivery: write(redeliverDelivery),
  redeliverFailed: write(redeliverFailed),
  listWebhookEndpoints: read(async (reader, { agentId }, { page }) => {
    const { items, next } = pageOf(
      await endpointsOf(reader, agentId, page),
      page,
      (row) => row,
      ({ id }) => [id],
    )
    return { items: await showWebhooks(reader, items), next }
  }),
  createWebhookEndpoint: write(createWebhookEndpoint),
  getWebhookEndpoint: read(async (reader, { agentId }, { endpointId }) => {
    const row = found(await findEndpoint(reader, agentId, endpointId), 'webhook')
    return { endpoint: await showWebhook(reader, row) }
  }),
  updateWebhookEndpoint: write(updateWebhookEndpoint),
  removeWebhookEndpoint: write(removeWebhookEndpoint),
  testWebhookEndpoint: write<Contract['webhooks']['testWebhookEndpoint']>(testWebhookEndpoint, {
    longPoll: { authorize: async (_reader, caller) => requireManager(caller), wait: awaitAttempt },
  }),
  getDeliveryFigures: read((reader, caller, { endpointId }) =>
    getDeliveryFigures(reader, caller, endpointId),
  ),
}
