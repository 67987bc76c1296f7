import { useState } from 'react'
import type { Agent, Money } from 'souk-contract'
import { blockerHint, blockerText } from '../../lib/format/blocker-text.ts'
import { sentenceCase } from '../../lib/format/sentence-case.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { refreshSession } from '../../identity/session-store.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Panel, Row, Stack } from '../../ui/page/layout.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/settings.ts'
import { locale } from '../../messages/locale.ts'

const invalidates = ['users', 'agents', 'payments'] as const
const onDone = () => void refreshSession()

/** Archives an agent; shows what blocks it and offers to move the funds. */
export function ArchiveAgent({ agent, others }: { agent: Agent; others: readonly Agent[] }) {
  const [open, setOpen] = useState(false)
  const [target, setTarget] = useState('')
  const restore = useWrite(api.users.restoreMyAgent, { invalidates, onDone })
  const remove = useWrite(api.users.removeMyAgent, {
    invalidates,
    onDone: () => {
      onDone()
      toast(say('agentArchived', { name: agent.displayName }), () => restore.mutate({ agentId: agent.id }))
    },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {say('archive')}
      </Button>
      <ConfirmDialog
        variant="danger"
        title={say('archiveTitle', { name: agent.displayName })}
        confirmLabel={say('archiveAgent')}
        open={open}
        onClose={() => setOpen(false)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutateAsync({ agentId: agent.id, ...(target === '' ? {} : { moveFundsTo: target }) })
        }
      >
        <Stack gap={3}>
          <p>{say('archiveConsequence')}</p>
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
    '': say('dontMove'),
    ...Object.fromEntries(others.map(({ id, displayName }) => [id, displayName])),
  }
  return (
    <QueryContent query={query} lines={2}>
      {({ blockers }) => (
        <>
          {blockers.length === 0 ? null : (
            <ul>
              {blockers.map((blocker) => (
                <li key={blocker.text}>
                  {sentenceCase(blockerText(blocker))}. {blockerHint(blocker)}
                </li>
              ))}
            </ul>
          )}
          {blockers.some(({ kind }) => kind === 'funds') ? (
            <SelectField label={say('moveFundsTo')} value={target} options={choices} onSelect={onTarget} />
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
    <Panel title={say('archivedAgents')}>
      <Stack gap={3}>
        {pages.items.map(({ agent, archivedAt, restorableUntil, funds }) => (
          <Row spread key={agent.id}>
            <span>
              {say.rich('archived', {
                name: agent.displayName,
                relativeTime: <RelativeTime time={archivedAt} />,
              })}
              {funds.length === 0 ? null : say('withBalance', { funds: sumsOf(funds) })}
            </span>
            <Row>
              {funds.length === 0 || to === undefined ? null : (
                <Button busy={move.isPending} onClick={() => move.mutate({ agentId: agent.id, to })}>
                  {say('moveTo', { name: session.agent?.name ?? '' })}
                </Button>
              )}
              {Date.parse(restorableUntil) > Date.now() ? (
                <Button busy={restore.isPending} onClick={() => restore.mutate({ agentId: agent.id })}>
                  {say('restore')}
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

function sumsOf(funds: readonly Money[]): string {
  return new Intl.ListFormat(locale).format(funds.map((money) => formatMoney(money)))
}
