/** The audit log, for operators. */
import { auditActors, type AuditEntry } from 'souk-contract'
import { iterate } from 'souk-sdk'
import { writeFile } from 'node:fs/promises'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { choice, required, text, time } from '../../engine/params.ts'
import { at, id, line, page, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { asOperator } from './admin-api.ts'

/** Verification reads the whole history. */
const longTimeout = { timeoutMs: 120_000 }

export const auditFields: Fields<AuditEntry> = {
  at: (entry) => at(entry.at),
  action: ({ action }) => action,
  by: ({ actor, userId, userName }) => userName ?? userId ?? actor,
  target: ({ target }) => id(target),
  details: ({ details }) => JSON.stringify(details),
}

const filters = {
  by: text('Only actions of this person', 'user'),
  target: text('Only actions on this object', 'id'),
  action: text('Only actions that start with this', 'action'),
  actor: choice('Only actions of callers of this kind', auditActors),
  from: time('Only entries since then'),
  to: time('Only entries before then'),
}

const list = command({
  name: 'list',
  summary: 'List audit entries, newest first',
  operations: ['listAuditEntries'],
  options: { ...pageOptions, ...filters },
  example: 'souk admin audit list --action payout. --from 2026-11-01',
  run: (context, { by, target, action, actor, from, to, ...pages }) =>
    asOperator(context, ({ audit: api }) =>
      fetchPage(api.listAuditEntries, omitUndefined({ userId: by, target, action, actor, from, to }), pages),
    ),
  render: page(auditFields, 'No entries.'),
})

const exportEntries = command({
  name: 'export',
  summary: 'Save audit entries as NDJSON, one entry per line, newest first',
  operations: ['listAuditEntries'],
  options: { ...filters, out: required(text('File to write', 'file')) },
  example: 'souk admin audit export --from 2026-11-01 --out audit.ndjson',
  run: (context, { by, target, action, actor, from, to, out }) =>
    asOperator(context, async ({ audit: api }) => {
      const input = { ...omitUndefined({ userId: by, target, action, actor, from, to }), limit: 100 }
      let entries = 0
      async function* lines() {
        for await (const entry of iterate(api.listAuditEntries, input)) {
          entries++
          yield `${JSON.stringify(entry)}\n`
        }
      }
      await writeFile(out, lines(), { mode: 0o600 })
      return { file: out, entries }
    }),
  render: ({ file, entries }) => [line(`Saved ${entries} entries to ${file}.`)],
})

const verify = command({
  name: 'verify',
  summary: 'Verify the hash chain of the audit log',
  operations: ['verifyAudit'],
  example: 'souk admin audit verify',
  run: (context) => asOperator(context, ({ audit: api }) => api.verifyAudit({}, longTimeout)),
  render: ({ entries, brokenAt }) => [
    line(
      brokenAt === null
        ? `The audit log is intact: ${entries} entries.`
        : `The audit log is broken at entry ${brokenAt}.`,
    ),
  ],
  isFailure: ({ ok }) => !ok,
})

export const audit: CommandGroup = {
  name: 'audit',
  summary: 'Read, save and verify the audit log',
  commands: [list, exportEntries, verify],
}
