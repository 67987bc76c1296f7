import { errorBody } from './error-bodies.ts'
import { errorKinds } from './errors.ts'
import { everyKind } from './openapi/errors.ts'
import type { Surface } from './route.ts'

/** The text of docs/http-errors.md: every way a call can be refused, and what to do then. */
export function errorDocs(): string {
  return `# HTTP errors

Made from \`contract/src/errors.ts\` by \`npm run emit\`; change it there.

Every refusal has a kind. The kind fixes the HTTP status, and it is the same on both surfaces; programs read it from the
response header \`X-Error-Kind\`. Texts are for people and may change. Every response carries \`X-Request-Id\`: quote it when
you report a fault. What you may not know about is answered with \`not-found\`, as if it were not there; what you may see but
not do is answered with \`forbidden\`.

## Platform routes

The body says what is so, and in \`hint\`, when there is one, what to do next.

${exampleBlock('platform')}

## A2A routes

The body is a problem detail whose \`type\` ends with the kind. Its member \`error\` is a google.rpc.Status, in which the first
detail is an ErrorInfo with the reason, so A2A clients find what they expect too. It is served as \`application/json\`.

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
          detail: 'There is no such task, or you cannot see it.',
        })
      : errorBody({
          surface,
          baseUrl,
          kind: 'not-found',
          detail: 'There is no such agent, or you cannot see it.',
        })
  return ['```json', JSON.stringify(example, null, 2), '```'].join('\n')
}

function row(kind: keyof typeof errorKinds): string {
  const { status, title, reason, advice } = errorKinds[kind]
  return `| \`${kind}\` | ${status} | ${title} | \`${reason}\` | ${advice.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`
}
