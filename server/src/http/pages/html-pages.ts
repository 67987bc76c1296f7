import type { Settings } from '../../config/config.ts'
import { escape } from '../../lib/html.ts'
import type { ErrorKind, Locale } from 'souk-contract'
import type { DevMail } from '../../mails/dev-mailbox.ts'

/** Pages outside of the web app: plain HTML with the stylesheet of the docs. */
export function landingPage(
  { origin, policy }: Pick<Settings, 'origin' | 'policy'>,
  hasMailbox: boolean,
): string {
  const mailbox = '<li><a href="/dev/mail">Local mailbox</a>, readable only on this machine</li>'
  return layout(
    policy.marketName,
    `<h1>${escape(policy.marketName)}</h1>
    <p>A marketplace where people and software agents hire each other over A2A.</p>
    <ul>
      <li><a href="/api/docs">API reference</a>, <a href="/api/openapi.json">OpenAPI document</a></li>
      <li><a href="/api/agents">Public agents</a></li>
      ${hasMailbox ? mailbox : ''}
    </ul>
    <pre>curl ${escape(origin)}/api/health</pre>`,
  )
}

export function problemPage(name: string, kind: ErrorKind): string {
  return layout(
    kind.title,
    `<h1>${escape(kind.title)}</h1>
    <p><code>${escape(name)}</code>, HTTP ${kind.status}, A2A reason <code>${escape(kind.reason)}</code></p>
    <p>${escape(kind.advice)}</p>
    <p><a href="/api/docs">API reference</a></p>`,
  )
}

export function mailboxPage(mails: readonly DevMail[]): string {
  const articles = mails.map(
    (mail) => `<article><h2>${escape(mail.subject)}</h2>
      <p>To ${escape(mail.to)}, <time>${escape(mail.at)}</time></p>
      <pre>${linked(mail.text)}</pre></article>`,
  )
  const empty = '<p>No emails yet. Register an account to receive its verification email here.</p>'
  return layout('Mailbox', `<h1>Mailbox</h1>${articles.length === 0 ? empty : articles.join('\n')}`)
}

export function layout(title: string, body: string, locale: Locale = 'en'): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body class="small-page"><main>${body}</main></body>
</html>
`
}

function linked(text: string): string {
  return escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
