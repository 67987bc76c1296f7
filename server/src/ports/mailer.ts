export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
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

/** Loaded on demand, because the package takes memory. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 })
}
