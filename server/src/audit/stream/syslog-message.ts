/** The only place that writes the syslog protocol (RFC 5424). Pure. */
import type { StreamedEntry } from './rules.ts'

/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5
/** Receivers must accept 2048 bytes and often accept 8192; a longer datagram could be refused forever. */
const datagramBytesMax = 8192

/** Header and the entry as JSON in ASCII, which every receiver reads without knowing the encoding. */
export function syslogMessage(entry: StreamedEntry, host: string): string {
  const header = `<${priority}>1 ${entry.at} ${printable(host, 255)} souk - ${printable(entry.action, 32)}`
  return `${header} [meta sequenceId="${sequenceId(entry.seq)}"] ${ascii(JSON.stringify(entry))}`
}

/** For transports without a limit of length: octet counting (RFC 5425 and 6587). */
export function framedMessage(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`
}

/** For UDP: without the details if the message is too long. */
export function datagramOf(entry: StreamedEntry, host: string): string {
  const message = syslogMessage(entry, host)
  if (message.length <= datagramBytesMax) return message
  return syslogMessage({ ...entry, details: { omitted: true } }, host)
}

/** RFC 5424 restarts the number at 1 after 2147483647. */
function sequenceId(seq: number): number {
  return ((seq - 1) % 2_147_483_647) + 1
}

function printable(text: string, length: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, length) || '-'
}

function ascii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
