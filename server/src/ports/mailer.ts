export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** How mail leaves: by SMTP, or not at all, when it is kept in the local mailbox instead. */
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

/** Only who sends mail needs the package for it, which takes memory. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 })
}
