import { Type, type Static } from 'typebox'
import { open } from '../../route.ts'
import { sealed } from '../../secrets.ts'
import { id, optional } from '../common.ts'

/** Text that is sent in a header and therefore consists of printable ASCII characters. */
const headerText = (maxLength: number, options: object) =>
  Type.String({ ...options, maxLength, pattern: '^[\\x20-\\x7e]*$' })

export const PushConfigInput = Type.Object(
  {
    id: optional(
      Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9._~-]*$' }),
      'Config ID, unique within the task. Generated if empty or omitted.',
    ),
    taskId: optional(Type.String({ maxLength: 200 }), 'Task ID. Ignored: the path names the task.'),
    url: Type.String({ minLength: 1, maxLength: 2000, description: 'URL that receives the events.' }),
    token: Type.Optional(
      headerText(1000, { ...sealed, description: 'Sent as `X-A2A-Notification-Token` with every event.' }),
    ),
    authentication: Type.Optional(
      Type.Object(
        {
          scheme: headerText(50, { description: 'HTTP authentication scheme, such as `Bearer`.' }),
          credentials: Type.Optional(
            headerText(4000, { ...sealed, description: 'Credentials for the `Authorization` header.' }),
          ),
        },
        { ...open, description: 'How the server authenticates to the URL.' },
      ),
    ),
  },
  { ...open, title: 'PushConfigInput', description: 'A2A TaskPushNotificationConfig in a request.' },
)
export type PushConfigInput = Static<typeof PushConfigInput>

export const PushConfig = Type.Object(
  {
    id: id('Config ID.'),
    taskId: id('Task ID.'),
    url: Type.String({ description: 'URL that receives the events.' }),
    authentication: Type.Optional(
      Type.Object(
        { scheme: Type.String({ description: 'HTTP authentication scheme.' }) },
        { description: 'How the server authenticates to the URL.' },
      ),
    ),
  },
  { title: 'PushConfig', description: 'A2A TaskPushNotificationConfig without its secrets.' },
)
export type PushConfig = Static<typeof PushConfig>
