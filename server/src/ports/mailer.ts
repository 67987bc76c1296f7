import { createTransport } from 'nodemailer'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** How mail leaves: by SMTP, or not at all, when it is kept in the local mailbox instead. */
export interface Mailer {
  readonly local: boolean
  send(letter: Letter): Promise<void>
  close(): void
}

export function createMailer(options: { smtpUrl: string | undefined; from: string }): Mailer {
  if (options.smtpUrl === undefined) {
    return { local: true, send: async () => undefined, close: () => undefined }
  }
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    local: false,
    send: async (letter) => {
      await transport.sendMail({ from: options.from, ...letter })
    },
    close: () => transport.close(),
  }
}
