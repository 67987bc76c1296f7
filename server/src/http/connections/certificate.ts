import type { Socket } from 'node:net'
import { createSecureContext, createServer, type Server, type TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { readCertificate, type CertificateFiles, type CertificatePair } from '../../config/certificate.ts'
import { ConfigError } from '../../config/reader.ts'
import { minute } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/reason-of.ts'

/** HTTP/1.1 first: browsers and HTTP clients offer both, gRPC clients offer only h2. */
const protocols = ['http/1.1', 'h2']
const handshakeTimeoutMs = 10_000
const minVersion = 'TLSv1.2'

/** The certificate of the port. A renewed one serves new connections without a restart. */
export class Certificate {
  readonly #files: CertificateFiles
  readonly #log: Logger
  readonly #servers: Server[] = []
  readonly #timer: NodeJS.Timeout
  #pair: CertificatePair
  #problem: string | undefined

  /** Polls the files, because file system events miss renewals that replace a link or a mounted folder. */
  constructor(files: CertificateFiles, log: Logger, periodMs = minute) {
    this.#files = files
    this.#log = log
    this.#pair = usable(readCertificate(files))
    this.#timer = setInterval(() => this.#renew(), periodMs).unref()
  }

  /** Returns the function that takes connections; after the handshake, `serve` gets them decrypted. */
  accept(serve: (socket: TLSSocket) => void): (socket: Socket) => void {
    const options = { ALPNProtocols: protocols, handshakeTimeout: handshakeTimeoutMs, minVersion } as const
    const server = createServer({ ...this.#pair, ...options })
    server.on('secureConnection', serve)
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    this.#servers.push(server)
    return (socket) => {
      socket.allowHalfOpen = false
      server.emit('connection', socket)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Keeps the previous pair while the new one is unusable: renewals replace one file after the other. */
  #renew(): void {
    try {
      const pair = usable(readCertificate(this.#files))
      this.#problem = undefined
      if (pair.cert === this.#pair.cert && pair.key === this.#pair.key) return
      for (const server of this.#servers) server.setSecureContext({ ...pair, minVersion })
      this.#pair = pair
      this.#log.info('The renewed certificate is in use.')
    } catch (error) {
      const problem = reasonOf(error)
      if (problem === this.#problem) return
      this.#problem = problem
      this.#log.warn({ problem }, 'The renewed certificate is unusable, so the previous one stays in use.')
    }
  }
}

/** Refuses a pair that OpenSSL cannot serve, such as a short key or a chain that is not PEM. */
function usable(pair: CertificatePair): CertificatePair {
  try {
    createSecureContext({ ...pair, minVersion })
    return pair
  } catch (error) {
    throw new ConfigError(
      `TLS_CERT_FILE and TLS_KEY_FILE are unusable (${reasonOf(error)}). Renew the certificate, then start again.`,
    )
  }
}
