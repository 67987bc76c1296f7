import { currentValue, deliveryStatuses, type Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireManager } from './access.ts'
import { getDelivery } from './get-delivery.ts'
import { deliveriesOf, findWebhook } from './queries.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'
import { redeliverFailed } from './redeliver-failed.ts'
import { removeWebhook } from './remove-webhook.ts'
import { setWebhook } from './set-webhook.ts'
import { showWebhook } from './show-webhook.ts'
import { awaitAttempt, testWebhook } from './test-webhook.ts'
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
  listDeliveries: read(async (reader, { agentId }, { status, page }) => {
    const rows = await deliveriesOf(reader, agentId, {
      status: currentValue('status', status, deliveryStatuses),
      page,
    })
    return pageOf(rows, page, viewDelivery, (row) => [row.id])
  }),
  getDelivery: read((reader, caller, { deliveryId }) => getDelivery(reader, caller, deliveryId)),
  redeliverDelivery: write(redeliverDelivery),
  redeliverFailed: write(redeliverFailed),
}
