import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from './reader.ts'
import { reasonOf } from '../lib/reason-of.ts'

/** PEM files: the certificate with its chain, and its key. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

export interface CertificatePair {
  readonly cert: string
  readonly key: string
}

/** Both settings or neither, with files that a server can use. */
export function certificateFiles(
  certFile: string | undefined,
  keyFile: string | undefined,
): CertificateFiles | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined) {
    const missing = certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'
    throw new ConfigError(
      `${missing} is missing. Set TLS_CERT_FILE and TLS_KEY_FILE, or neither, then start again.`,
    )
  }
  readCertificate({ certFile, keyFile })
  return { certFile, keyFile }
}

/** Throws an error that names the setting if a file is unreadable or not PEM, or if the key belongs to another certificate. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): CertificatePair {
  const cert = readSetting('TLS_CERT_FILE', certFile)
  const key = readSetting('TLS_KEY_FILE', keyFile)
  const certificate = parse(
    'TLS_CERT_FILE must be a PEM file with a certificate',
    () => new X509Certificate(cert),
  )
  const privateKey = parse('TLS_KEY_FILE must be a PEM file with an unencrypted key', () =>
    createPrivateKey(key),
  )
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new ConfigError(
      'TLS_KEY_FILE must be the key of the certificate in TLS_CERT_FILE. Correct it, then start again.',
    )
  }
  return { cert, key }
}

/** When the certificate in the file expires. */
export function certificateExpiry({ certFile }: CertificateFiles): Date {
  return new Date(new X509Certificate(readSetting('TLS_CERT_FILE', certFile)).validTo)
}

/** With a certificate, the port speaks only TLS, so links to an http origin would fail. */
export function requireHttps(origin: string): void {
  if (origin.startsWith('https://')) return
  throw new ConfigError(
    'BASE_URL must begin with https://: with TLS_CERT_FILE, the port serves only HTTPS. Correct it, then start again.',
  )
}

function readSetting(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `${name} must be a readable file (${reasonOf(error)}). Correct it, then start again.`,
    )
  }
}

function parse<Parsed>(rule: string, read: () => Parsed): Parsed {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(`${rule} (${reasonOf(error)}). Correct it, then start again.`)
  }
}
