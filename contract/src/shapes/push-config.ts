import { Type, type Static } from 'typebox'
import { open } from '../route.ts'
import { sealed } from '../secrets.ts'

/** An empty one is as good as none. */
const id = Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9._~-]*$' })
/** Goes into a header as it is, so it must be of visible characters. */
const headerText = (maxLength: number, options: object = {}) =>
  Type.String({ ...options, maxLength, pattern: '^[\\x20-\\x7e]*$' })

export const SentPushConfig = Type.Object(
  {
    id: Type.Optional(id),
    taskId: Type.Optional(Type.String({ maxLength: 200 })),
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    token: Type.Optional(headerText(1000, sealed)),
    authentication: Type.Optional(
      Type.Object({ scheme: headerText(50), credentials: Type.Optional(headerText(4000, sealed)) }, open),
    ),
  },
  { ...open, title: 'SentPushConfig', description: 'A2A TaskPushNotificationConfig, as it may be sent.' },
)
export type SentPushConfig = Static<typeof SentPushConfig>

/** Secrets are taken and never shown again. */
export const PushConfig = Type.Object(
  {
    id: Type.String(),
    taskId: Type.String(),
    url: Type.String(),
    authentication: Type.Optional(Type.Object({ scheme: Type.String() })),
  },
  { title: 'PushConfig', description: 'A2A TaskPushNotificationConfig without its secrets.' },
)
export type PushConfig = Static<typeof PushConfig>
