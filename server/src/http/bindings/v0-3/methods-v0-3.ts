import type { CallParts } from '../call-parts.ts'
import type { Method, MethodParams } from '../json-rpc/method.ts'
import { cardFromV1, isCard } from './card.ts'
import { payloadFromV1, pushConfigFromV1, taskFromV1 } from '../../../tasks/wire/v0-3/from-v1.ts'
import { defined, isObject, mapItems } from '../../../tasks/wire/v0-3/json.ts'
import { pushConfigToV1, sendParams } from '../../../tasks/wire/v0-3/to-v1.ts'

const send = (params: MethodParams): CallParts => ({ body: sendParams(params) })
const task = ({ id }: MethodParams): CallParts => ({ params: { taskId: id } })
/** The id of a config defaults to that of its task, as in the first versions of the protocol. */
const pushConfig = ({ id, pushNotificationConfigId }: MethodParams): CallParts => ({
  params: { taskId: id, configId: pushNotificationConfigId ?? id },
})

/** The methods of A2A 0.3. */
export const methodsV03: Readonly<Record<string, Method>> = {
  'message/send': { operation: 'sendMessage', decode: send, encode: payloadFromV1 },
  'message/stream': { operation: 'streamMessage', decode: send, encode: payloadFromV1 },
  'tasks/get': {
    operation: 'getTask',
    decode: ({ id, historyLength }) => ({ params: { taskId: id }, query: defined({ historyLength }) }),
    encode: taskFromV1,
  },
  'tasks/cancel': {
    operation: 'cancelTask',
    decode: ({ id, metadata }) => ({ params: { taskId: id }, body: defined({ metadata }) }),
    encode: taskFromV1,
  },
  'tasks/resubscribe': { operation: 'subscribeToTask', decode: task, encode: payloadFromV1 },
  'tasks/pushNotificationConfig/set': {
    operation: 'createPushConfig',
    decode: ({ taskId, pushNotificationConfig: config }) => ({
      params: { taskId },
      body: isObject(config) ? { id: taskId, ...pushConfigToV1(config) } : {},
    }),
    encode: pushConfigFromV1,
  },
  'tasks/pushNotificationConfig/get': {
    operation: 'getPushConfig',
    decode: pushConfig,
    encode: pushConfigFromV1,
  },
  'tasks/pushNotificationConfig/list': {
    operation: 'listPushConfigs',
    decode: task,
    encode: (result) => (isObject(result) ? mapItems(result['configs'], pushConfigFromV1) : result),
  },
  'tasks/pushNotificationConfig/delete': {
    operation: 'deletePushConfig',
    decode: pushConfig,
    encode: () => null,
  },
  'agent/getAuthenticatedExtendedCard': {
    operation: 'getExtendedAgentCard',
    decode: () => ({}),
    encode: (card) => (isCard(card) ? cardFromV1(card) : card),
  },
}
