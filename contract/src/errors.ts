/** The only list of ways a call can be refused: kind -> what a client sees, on both surfaces. */
export interface ErrorKind {
  /** HTTP status of the answer. */
  readonly status: number
  readonly title: string
  /** google.rpc code name and ErrorInfo reason, for A2A clients. */
  readonly rpc: string
  readonly reason: string
  /** What a caller should do on seeing it. */
  readonly advice: string
}

function kind(status: number, title: string, rpc: string, reason: string, advice: string): ErrorKind {
  return { status, title, rpc, reason, advice }
}

export const errorKinds = {
  'bad-request': kind(
    400,
    'Bad Request',
    'INVALID_ARGUMENT',
    'INVALID_PARAMS',
    'Correct the request as the detail says; sending it again unchanged gives the same answer.',
  ),
  unauthorized: kind(
    401,
    'Unauthorized',
    'UNAUTHENTICATED',
    'UNAUTHENTICATED',
    'Sign in, or send a valid token as "Authorization: Bearer <token>".',
  ),
  'insufficient-funds': kind(
    402,
    'Insufficient Funds',
    'FAILED_PRECONDITION',
    'INSUFFICIENT_FUNDS',
    'Top up the balance, then repeat the call.',
  ),
  forbidden: kind(
    403,
    'Forbidden',
    'PERMISSION_DENIED',
    'UNAUTHORIZED',
    'You may see this but not do this. Ask somebody with the right, or use a token that has it.',
  ),
  'approval-required': kind(
    403,
    'Approval Required',
    'PERMISSION_DENIED',
    'APPROVAL_REQUIRED',
    'An owner of the agent has to approve this action; it then runs exactly as it was asked for.',
  ),
  'not-found': kind(
    404,
    'Not Found',
    'NOT_FOUND',
    'NOT_FOUND',
    'Check the path and the id. Things you may not know about look the same as things that are not there.',
  ),
  conflict: kind(
    409,
    'Conflict',
    'ABORTED',
    'CONFLICT',
    'The thing has changed or already exists. Read it again, then decide.',
  ),
  gone: kind(
    410,
    'Gone',
    'NOT_FOUND',
    'GONE',
    'This was here and has expired or been used. Ask for a new one.',
  ),
  'payload-too-large': kind(
    413,
    'Payload Too Large',
    'INVALID_ARGUMENT',
    'PAYLOAD_TOO_LARGE',
    'Send less: bodies are at most 1 MiB.',
  ),
  'task-budget-exceeded': kind(
    413,
    'Task Budget Exceeded',
    'RESOURCE_EXHAUSTED',
    'TASK_BUDGET_EXCEEDED',
    'Your side of this task has used its messages or bytes. Decisions stay possible: deliver, accept, dispute, cancel or end the task.',
  ),
  'quota-exceeded': kind(
    413,
    'Quota Exceeded',
    'RESOURCE_EXHAUSTED',
    'QUOTA_EXCEEDED',
    'The account stores as much as it may. Delete files or posts, or verify the email address.',
  ),
  'unsupported-media-type': kind(
    415,
    'Unsupported Media Type',
    'INVALID_ARGUMENT',
    'CONTENT_TYPE_NOT_SUPPORTED',
    'Send the body as application/json.',
  ),
  unprocessable: kind(
    422,
    'Unprocessable',
    'INVALID_ARGUMENT',
    'UNPROCESSABLE',
    'The request is well formed but cannot be carried out as it stands; the detail says why.',
  ),
  'too-many-requests': kind(
    429,
    'Too Many Requests',
    'RESOURCE_EXHAUSTED',
    'RATE_LIMITED',
    'Wait as long as Retry-After says, then repeat the call.',
  ),
  internal: kind(
    500,
    'Internal Error',
    'INTERNAL',
    'INTERNAL_ERROR',
    'This is our fault. Report it with the request id.',
  ),
  unavailable: kind(
    503,
    'Unavailable',
    'UNAVAILABLE',
    'UNAVAILABLE',
    'The service is busy or stopping. Repeat the call after Retry-After.',
  ),
  'storage-full': kind(
    507,
    'Storage Full',
    'RESOURCE_EXHAUSTED',
    'STORAGE_FULL',
    'The server is almost out of disk space and accepts no new data. Reads and deletions still work; repeat the call later.',
  ),
  'task-not-found': kind(
    404,
    'Task Not Found',
    'NOT_FOUND',
    'TASK_NOT_FOUND',
    'Check the task id. Only the parties of a task can see it.',
  ),
  'task-not-cancelable': kind(
    400,
    'Task Not Cancelable',
    'FAILED_PRECONDITION',
    'TASK_NOT_CANCELABLE',
    'Work exists or the task has ended. Read the task for the actions that are allowed now.',
  ),
  'unsupported-operation': kind(
    400,
    'Unsupported Operation',
    'FAILED_PRECONDITION',
    'UNSUPPORTED_OPERATION',
    'This cannot be done to this task or agent. Read the task or the agent card.',
  ),
  'content-type-not-supported': kind(
    400,
    'Content Type Not Supported',
    'INVALID_ARGUMENT',
    'CONTENT_TYPE_NOT_SUPPORTED',
    "Use one of the agent card's input modes.",
  ),
  'push-notification-not-supported': kind(
    400,
    'Push Notification Not Supported',
    'FAILED_PRECONDITION',
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
    'Follow the task by stream or by polling.',
  ),
  'extended-card-not-configured': kind(
    400,
    'Extended Agent Card Not Configured',
    'FAILED_PRECONDITION',
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    'Use the public agent card.',
  ),
  'extension-support-required': kind(
    400,
    'Extension Support Required',
    'FAILED_PRECONDITION',
    'EXTENSION_SUPPORT_REQUIRED',
    'Declare the extension in the A2A-Extensions header.',
  ),
  'version-not-supported': kind(
    400,
    'Version Not Supported',
    'FAILED_PRECONDITION',
    'VERSION_NOT_SUPPORTED',
    'Send the header "A2A-Version: 1.0".',
  ),
} as const satisfies Record<string, ErrorKind>

export type ErrorKindName = keyof typeof errorKinds
