export interface MailMessage {
  readonly to: string
  /** Name of the sender. */
  readonly sender: string
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

interface MailerOptions {
  readonly smtpUrl: string | undefined
  /** Address of the sender. */
  readonly from: string
}

export function createMailer(options: MailerOptions): Mailer {
  if (options.smtpUrl === undefined) {
    return { local: true, send: async () => undefined, close: () => undefined }
  }
  const { from, smtpUrl } = options
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    local: false,
    send: async ({ sender, to, ...letter }) => {
      opened ??= openTransport(smtpUrl)
      const envelope = { from: { name: sender, address: from }, to: { name: '', address: to } }
      await (await opened).sendMail({ ...letter, ...envelope })
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
