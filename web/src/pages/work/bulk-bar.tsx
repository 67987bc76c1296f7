import { Archive, ArchiveRestore, Check, CircleX, Download, X } from 'lucide-react'
import { useState } from 'react'
import type { Money } from 'souk-contract'
import { isSoukError, type Client } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { saveFile } from '../../lib/save-file.ts'
import { errorLine } from '../../messages/error-text.ts'
import { say } from '../../messages/en/work.ts'
import { ConfirmDialog } from '../../ui/actions/confirm.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { invalidates } from '../task/actions/client-actions.tsx'
import classes from './bulk-bar.module.css'
import { csvOf } from './csv.ts'
import type { WorkRow } from './rows.ts'

interface BulkBarProps {
  readonly rows: readonly WorkRow[]
  readonly onArchive: (rows: readonly WorkRow[]) => void
  readonly onClear: () => void
}

/** Actions on the selected tasks, at the bottom of the screen. */
export function BulkBar({ rows, onArchive, onClear }: BulkBarProps) {
  const ended = rows.filter(({ section }) => section === 'closed')
  const restores = ended.some(({ archived }) => archived)
  const ArchiveIcon = restores ? ArchiveRestore : Archive
  return (
    <div className={classes.bar} role="region" aria-label={say('selectedTasks')}>
      <span role="status">{say('selectedCount', { count: rows.length })}</span>
      <AcceptSelected rows={rows.filter(isAcceptable)} onDone={onClear} />
      <CancelSelected rows={rows.filter(isCancelable)} onDone={onClear} />
      {ended.length === 0 ? null : (
        <button type="button" onClick={() => onArchive(ended)}>
          <ArchiveIcon size={14} strokeWidth={1.75} aria-hidden="true" />
          {restores
            ? say('restoreCount', { count: ended.length })
            : say('archiveCount', { count: ended.length })}
        </button>
      )}
      <button
        type="button"
        onClick={() => saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), 'souk-tasks.csv')}
      >
        <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('export')}
      </button>
      <button type="button" aria-label={say('clearSelection')} onClick={onClear}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}

const isAcceptable = ({ market: { phase, allowedActions } }: WorkRow) =>
  phase === 'delivered' && allowedActions.includes('accept')

/** Accepts deliveries one after the other, each at the version that is shown; asks once, with the total. */
function AcceptSelected({ rows, onDone }: { rows: readonly WorkRow[]; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  const accept = useWrite(acceptEach, {
    invalidates,
    onDone: ({ count, refused }) => {
      onDone()
      toast(
        refused.length === 0
          ? say('acceptedCount', { count })
          : say('notAccepted', { count: refused.length, reason: refused[0] ?? '' }),
      )
    },
  })
  if (rows.length === 0) return null
  const total = totalOf(rows)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Check size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('acceptCount', { count: rows.length })}
      </button>
      <ConfirmDialog
        variant="primary"
        title={say('acceptQuestion', { count: rows.length })}
        confirmLabel={
          total === undefined ? say('acceptAll') : say('acceptAndPay', { total: formatMoney(total) })
        }
        busy={accept.isPending}
        error={accept.error}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => accept.mutateAsync(rows)}
      >
        <SelectedRows rows={rows} />
        <p>{say('acceptConsequence')}</p>
      </ConfirmDialog>
    </>
  )
}

const acceptEach = (rows: readonly WorkRow[], client: Client) => takeEach(rows, client.tasks.acceptTask)

/** Requests of the viewer that no provider has started. */
const isCancelable = ({ market: { phase, role, allowedActions } }: WorkRow) =>
  phase === 'requested' && role === 'client' && allowedActions.includes('cancel')

/** Cancels requests one after the other; asks once. */
function CancelSelected({ rows, onDone }: { rows: readonly WorkRow[]; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  const cancel = useWrite(cancelEach, {
    invalidates,
    onDone: ({ count, refused }) => {
      onDone()
      toast(
        refused.length === 0
          ? say('canceledCount', { count })
          : say('notCanceled', { count: refused.length, reason: refused[0] ?? '' }),
      )
    },
  })
  if (rows.length === 0) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <CircleX size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('cancelCount', { count: rows.length })}
      </button>
      <ConfirmDialog
        variant="danger"
        title={say('cancelQuestion', { count: rows.length })}
        confirmLabel={say('cancelCount', { count: rows.length })}
        cancelLabel={say('keep')}
        busy={cancel.isPending}
        error={cancel.error}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => cancel.mutateAsync(rows)}
      >
        <SelectedRows rows={rows} />
        <p>{say('cancelConsequence')}</p>
      </ConfirmDialog>
    </>
  )
}

const cancelEach = (rows: readonly WorkRow[], client: Client) => takeEach(rows, client.tasks.cancelTask)

function SelectedRows({ rows }: { rows: readonly WorkRow[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, market }) => (
        <li key={id}>
          <span dir="auto">{market.title}</span>
          {market.heldFunds === undefined ? null : <strong>{formatMoney(market.heldFunds)}</strong>}
        </li>
      ))}
    </ul>
  )
}

type Step = (input: { name: string; taskId: string; expectedVersion: number }) => Promise<unknown>

interface StepsTaken {
  readonly count: number
  /** Reasons of refusals. */
  readonly refused: readonly string[]
}

/** Takes a step in each task, at the version that is shown. Meanwhile the rows leave the list, so the result counts them. */
async function takeEach(rows: readonly WorkRow[], step: Step): Promise<StepsTaken> {
  const refused: string[] = []
  for (const { id, market } of rows) {
    const input = { name: market.provider.name, taskId: id, expectedVersion: market.version }
    await step(input).catch((error: unknown) => {
      refused.push(`${market.title}: ${isSoukError(error) ? errorLine(error) : String(error)}`)
    })
  }
  return { count: rows.length, refused }
}

function totalOf(rows: readonly WorkRow[]): Money | undefined {
  const held = rows.flatMap(({ market }) => (market.heldFunds === undefined ? [] : [market.heldFunds]))
  const [first] = held
  return first === undefined
    ? undefined
    : { currency: first.currency, amount: held.reduce((sum, { amount }) => sum + amount, 0) }
}
