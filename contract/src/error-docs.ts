import { errorBody } from './error-bodies.ts'
import { errorKinds } from './errors.ts'
import { everyKind } from './openapi/errors.ts'
import type { Surface } from './route.ts'

/** Generates docs/http-errors.md. */
export function errorDocs(): string {
  return `# HTTP errors

Every error has a kind. Read it from the response header \`X-Error-Kind\`; it determines the HTTP status and is the same on platform and A2A
routes. Messages are for people and may change. \`npm run emit\` generates this page from \`contract/src/errors.ts\`.

- Every response has an \`X-Request-Id\`. Quote it when you report a problem.
- A resource that you must not know about is \`not-found\`, as if it did not exist. A resource that you can see but not change is \`forbidden\`.

## Platform routes

\`error\` describes the problem. \`hint\`, if present, names the next step.

${exampleBlock('platform')}

## A2A routes

The body is a problem detail (RFC 9457) whose \`type\` ends with the kind. Its \`error\` is a google.rpc.Status, as A2A clients expect; the
first detail is an ErrorInfo with the reason. The content type is \`application/json\`.

${exampleBlock('a2a')}

## Kinds

| Kind | Status | Title | A2A reason | What to do |
|---|---|---|---|---|
${everyKind.map(row).join('\n')}
`
}

function exampleBlock(surface: Surface): string {
  const baseUrl = 'http://localhost:4000/api'
  const example =
    surface === 'a2a'
      ? errorBody({
          surface,
          baseUrl,
          kind: 'task-not-found',
          detail: 'Task not found, or you have no access to it.',
        })
      : errorBody({
          surface,
          baseUrl,
          kind: 'not-found',
          detail: 'Agent not found, or you have no access to it.',
          requestId: 'req_Zk3vW0pXn8QmT5aJ',
        })
  return ['```json', JSON.stringify(example, null, 2), '```'].join('\n')
}

function row(kind: keyof typeof errorKinds): string {
  const { status, title, reason, advice } = errorKinds[kind]
  return `| \`${kind}\` | ${status} | ${title} | \`${reason}\` | ${advice.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`
}
