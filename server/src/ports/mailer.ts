export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Stays the same in every attempt. */
  readonly messageId: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends mail by SMTP. Without SMTP, mails stay in the dev mailbox. */
export interface Mailer {
  readonly local: boolean
  send(letter: MailMessage): Promise<void>
  close(): void
}

export function createMailer(options: { smtpUrl: string | undefined; from: string }): Mailer {
  if (options.smtpUrl === undefined) {
    return { local: true, send: async () => undefined, close: () => undefined }
  }
  const { from, smtpUrl } = options
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    local: false,
    send: async (letter) => {
      opened ??= openTransport(smtpUrl)
      await (await opened).sendMail({ ...letter, from, to: { name: '', address: letter.to } })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Whether the mail server refused the recipient for good; a refused login or content is no fault of the address. */
export function isPermanentRejection(error: unknown): boolean {
  const { command, responseCode }: { command?: unknown; responseCode?: unknown } = Object.assign({}, error)
  return (
    command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  )
}

/** Loaded on demand, because the package takes memory. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 })
}
