export type StreamName = 'syslog' | 'webhook'

/** Receivers of the audit log that the operator has configured; each is optional. */
export interface AuditStreams {
  readonly syslogUrl: string | undefined
  readonly webhookUrl: string | undefined
  readonly webhookSecret: string | undefined
}
