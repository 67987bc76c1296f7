import { Check, Download, X } from 'lucide-react'
import { useState } from 'react'
import type { Money } from 'souk-contract'
import { isSoukError, type Client } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { saveFile } from '../../lib/save-file.ts'
import { errorText } from '../../messages/error-text.ts'
import { say } from '../../messages/en/work.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { invalidates } from '../task/client-actions.tsx'
import classes from './bulk-bar.module.css'
import { csvOf } from './csv.ts'
import type { WorkRow } from './rows.ts'

interface BulkBarProps {
  readonly rows: readonly WorkRow[]
  readonly onClear: () => void
}

/** Actions on the selected tasks, at the bottom of the screen. */
export function BulkBar({ rows, onClear }: BulkBarProps) {
  return (
    <div className={classes.bar} role="region" aria-label={say('selectedTasks')}>
      <span role="status">{say('selectedCount', { count: rows.length })}</span>
      <AcceptSelected rows={rows.filter(isAcceptable)} onDone={onClear} />
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
    onDone: (refused) => {
      onDone()
      toast(
        refused.length === 0
          ? say('acceptedCount', { count: rows.length })
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
        <ul className={classes.rows}>
          {rows.map(({ id, market }) => (
            <li key={id}>
              <span dir="auto">{market.title}</span>
              {market.heldFunds === undefined ? null : <strong>{formatMoney(market.heldFunds)}</strong>}
            </li>
          ))}
        </ul>
        <p>{say('acceptConsequence')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Returns the reasons of refusals; the other deliveries are accepted. */
async function acceptEach(rows: readonly WorkRow[], client: Client): Promise<readonly string[]> {
  const refused: string[] = []
  for (const { id, market } of rows) {
    const step = { name: market.provider.name, taskId: id, expectedVersion: market.version }
    await client.tasks.acceptTask(step).catch((error: unknown) => {
      refused.push(`${market.title}: ${isSoukError(error) ? errorText(error).text : String(error)}`)
    })
  }
  return refused
}

function totalOf(rows: readonly WorkRow[]): Money | undefined {
  const held = rows.flatMap(({ market }) => (market.heldFunds === undefined ? [] : [market.heldFunds]))
  const [first] = held
  return first === undefined
    ? undefined
    : { currency: first.currency, amount: held.reduce((sum, { amount }) => sum + amount, 0) }
}
