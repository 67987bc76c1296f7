import type { PaymentProcessor } from '../money/processor/processor.ts'
import type { BlobStores } from './blobs/blob-store.ts'
import type { Documents, Egress } from './egress/request.ts'
import type { Syslog } from './syslog/syslog.ts'
import type { VirusScanner } from './virus-scanner/clamd.ts'
import type { Mailer } from './mailer.ts'
import type { Passwords } from './passwords.ts'

/** Connections to the outside, which can be slow. */
export interface Ports {
  readonly passwords: Passwords
  readonly mailer: Mailer
  readonly processor: PaymentProcessor
  readonly egress: Egress
  readonly documents: Documents
  readonly blobs: BlobStores
  /** Undefined if none is configured. */
  readonly virusScanner: VirusScanner | undefined
  /** Undefined if none is configured. */
  readonly syslog: Syslog | undefined
}
