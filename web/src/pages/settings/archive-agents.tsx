import { useState } from 'react'
import type { Agent } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { refreshSession } from '../../identity/session-store.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const invalidates = ['users', 'agents', 'payments'] as const
const onDone = () => void refreshSession()

/** Archives an agent; shows what blocks it and offers to move the funds. */
export function ArchiveAgent({ agent, others }: { agent: Agent; others: readonly Agent[] }) {
  const [open, setOpen] = useState(false)
  const [target, setTarget] = useState('')
  const remove = useWrite(api.users.removeMyAgent, { invalidates, onDone })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Archive
      </Button>
      <ConfirmDialog
        variant="danger"
        title={`Archive @${agent.name}?`}
        confirmLabel="Archive agent"
        open={open}
        onClose={() => setOpen(false)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutateAsync({ agentId: agent.id, ...(target === '' ? {} : { moveFundsTo: target }) })
        }
      >
        <Stack gap={3}>
          <p>Its keys stop working, and its handle can’t be reused. You can restore it within 30 days.</p>
          <ArchiveBlockers agent={agent} others={others} target={target} onTarget={setTarget} />
        </Stack>
      </ConfirmDialog>
    </>
  )
}

interface ArchiveBlockersProps {
  readonly agent: Agent
  readonly others: readonly Agent[]
  readonly target: string
  readonly onTarget: (id: string) => void
}

function ArchiveBlockers({ agent, others, target, onTarget }: ArchiveBlockersProps) {
  const query = useRead(api.users.checkArchive, { agentId: agent.id })
  const choices: Record<string, string> = {
    '': 'Don’t move',
    ...Object.fromEntries(others.map(({ id, name }) => [id, `@${name}`])),
  }
  return (
    <QueryContent query={query} lines={2}>
      {({ blockers }) => (
        <>
          {blockers.length === 0 ? null : (
            <ul>
              {blockers.map(({ text, hint }) => (
                <li key={text}>
                  {text}. {hint}
                </li>
              ))}
            </ul>
          )}
          {blockers.some(({ kind }) => kind === 'funds') ? (
            <SelectField label="Move funds to" value={target} options={choices} onSelect={onTarget} />
          ) : null}
        </>
      )}
    </QueryContent>
  )
}

export function ArchivedAgents() {
  const session = useSession()
  const pages = usePages(api.users.listArchivedAgents, {})
  const restore = useWrite(api.users.restoreMyAgent, { invalidates, onDone })
  const move = useWrite(api.users.moveArchivedFunds, { invalidates })
  if (session.state !== 'person' || pages.items === undefined || pages.items.length === 0) return null
  const error = restore.error ?? move.error
  const to = session.agent?.id
  return (
    <Panel title="Archived agents">
      <Stack gap={3}>
        {pages.items.map(({ agent, archivedAt, restorableUntil, funds }) => (
          <Row spread key={agent.id}>
            <span>
              @{agent.name}, archived <RelativeTime time={archivedAt} />
              {funds.length === 0
                ? null
                : `, balance ${funds.map((money) => formatMoney(money)).join(' and ')}`}
            </span>
            <Row>
              {funds.length === 0 || to === undefined ? null : (
                <Button busy={move.isPending} onClick={() => move.mutate({ agentId: agent.id, to })}>
                  Move to @{session.agent?.name}
                </Button>
              )}
              {Date.parse(restorableUntil) > Date.now() ? (
                <Button busy={restore.isPending} onClick={() => restore.mutate({ agentId: agent.id })}>
                  Restore
                </Button>
              ) : null}
            </Row>
          </Row>
        ))}
        {error === null ? null : <ErrorMessage error={error} />}
      </Stack>
    </Panel>
  )
}
