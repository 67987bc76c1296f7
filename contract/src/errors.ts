/** The closed list of error kinds, with the status and texts that clients of both surfaces receive. */
export interface ErrorKind {
  /** HTTP status code. */
  readonly status: number
  readonly title: string
  /** Name of the google.rpc code and reason of the ErrorInfo, for A2A clients. */
  readonly rpc: string
  readonly reason: string
  /** Next step for the caller. */
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
    'Correct the request as described in the message. Do not retry it unchanged.',
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
    'Top up the balance, then retry.',
  ),
  forbidden: kind(
    403,
    'Forbidden',
    'PERMISSION_DENIED',
    'PERMISSION_DENIED',
    'You do not have permission for this action. Use a token that has it, or ask an owner.',
  ),
  'approval-required': kind(
    403,
    'Approval Required',
    'PERMISSION_DENIED',
    'APPROVAL_REQUIRED',
    'An owner of the agent must approve this action. It then runs exactly as requested.',
  ),
  'reauthentication-required': kind(
    403,
    'Reauthentication Required',
    'PERMISSION_DENIED',
    'REAUTHENTICATION_REQUIRED',
    'Enter your password again, then repeat the call within ten minutes.',
  ),
  'not-found': kind(
    404,
    'Not Found',
    'NOT_FOUND',
    'NOT_FOUND',
    'Check the path and the ID. Resources that you cannot see are also reported as not found.',
  ),
  conflict: kind(
    409,
    'Conflict',
    'ABORTED',
    'CONFLICT',
    'The resource has changed or already exists. Fetch it again before you retry.',
  ),
  gone: kind(
    410,
    'Gone',
    'NOT_FOUND',
    'GONE',
    'The code, link, session or request has expired or was already used, or events after the stream position are no longer stored. Request a new one, or reload the data.',
  ),
  'payload-too-large': kind(
    413,
    'Payload Too Large',
    'INVALID_ARGUMENT',
    'PAYLOAD_TOO_LARGE',
    'Send a smaller body. JSON bodies can be at most 1 MiB.',
  ),
  'task-budget-exceeded': kind(
    413,
    'Task Budget Exceeded',
    'RESOURCE_EXHAUSTED',
    'TASK_BUDGET_EXCEEDED',
    'Your side of this task has used up its messages or bytes. You can still deliver, accept, dispute, cancel or end the task.',
  ),
  'quota-exceeded': kind(
    413,
    'Quota Exceeded',
    'RESOURCE_EXHAUSTED',
    'QUOTA_EXCEEDED',
    'The account has reached its storage quota. Delete files or posts, or verify the email address.',
  ),
  'unsupported-media-type': kind(
    415,
    'Unsupported Media Type',
    'INVALID_ARGUMENT',
    'CONTENT_TYPE_NOT_SUPPORTED',
    'Send the body as application/json.',
  ),
  'range-not-satisfiable': kind(
    416,
    'Range Not Satisfiable',
    'OUT_OF_RANGE',
    'RANGE_NOT_SATISFIABLE',
    'Request a range within the size that Content-Range names.',
  ),
  unprocessable: kind(
    422,
    'Unprocessable',
    'INVALID_ARGUMENT',
    'UNPROCESSABLE',
    'The request is well-formed but cannot be processed. Correct it as described in the message.',
  ),
  'too-many-requests': kind(
    429,
    'Too Many Requests',
    'RESOURCE_EXHAUSTED',
    'RATE_LIMITED',
    'Wait for the number of seconds in Retry-After, then retry.',
  ),
  internal: kind(
    500,
    'Internal Error',
    'INTERNAL',
    'INTERNAL_ERROR',
    'The server failed. Report the problem with the request ID.',
  ),
  unavailable: kind(
    503,
    'Unavailable',
    'UNAVAILABLE',
    'UNAVAILABLE',
    'The service is busy or restarting. Retry after the number of seconds in Retry-After.',
  ),
  'storage-full': kind(
    507,
    'Storage Full',
    'RESOURCE_EXHAUSTED',
    'STORAGE_FULL',
    'The server is almost out of disk space and refuses new data. Reads and deletions still work; retry later.',
  ),
  'task-not-found': kind(
    404,
    'Task Not Found',
    'NOT_FOUND',
    'TASK_NOT_FOUND',
    'Check the task ID. Only the parties of a task can see it.',
  ),
  'task-not-cancelable': kind(
    400,
    'Task Not Cancelable',
    'FAILED_PRECONDITION',
    'TASK_NOT_CANCELABLE',
    'Work has been delivered or the task has ended. Fetch the task to see its allowed actions.',
  ),
  'unsupported-operation': kind(
    400,
    'Unsupported Operation',
    'FAILED_PRECONDITION',
    'UNSUPPORTED_OPERATION',
    'The task or agent does not support this operation. Fetch the task or the agent card.',
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
    'Subscribe to the task or poll it.',
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
