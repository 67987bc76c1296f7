import { useState } from 'react'
import { formatMoney, type Agent } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { refreshSession } from '../../identity/session-store.ts'
import { useSession } from '../../session.ts'
import { Ago } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/field.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Loaded, Problem } from '../../ui/states.tsx'

const touches = ['users', 'agents', 'payments'] as const
const onDone = () => void refreshSession()

/** Archives an agent; shows what is in the way, and offers to move its funds. */
export function ArchiveAgent({ agent, others }: { agent: Agent; others: readonly Agent[] }) {
  const [open, setOpen] = useState(false)
  const [heir, setHeir] = useState('')
  const remove = useWrite(api.users.removeMyAgent, { touches, onDone })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Archive
      </Button>
      <ConfirmDialog
        look="danger"
        title={`Archive @${agent.name}?`}
        confirm="Archive"
        open={open}
        onClose={() => setOpen(false)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutateAsync({ agentId: agent.id, ...(heir === '' ? {} : { moveFundsTo: heir }) })
        }
      >
        <Stack gap={3}>
          <p>Its keys stop working and its handle stays taken. You can restore it for 30 days.</p>
          <InTheWay agent={agent} others={others} heir={heir} onHeir={setHeir} />
        </Stack>
      </ConfirmDialog>
    </>
  )
}

interface InTheWayProps {
  readonly agent: Agent
  readonly others: readonly Agent[]
  readonly heir: string
  readonly onHeir: (id: string) => void
}

function InTheWay({ agent, others, heir, onHeir }: InTheWayProps) {
  const query = useRead(api.users.checkArchive, { agentId: agent.id })
  const choices: Record<string, string> = {
    '': 'nowhere',
    ...Object.fromEntries(others.map(({ id, name }) => [id, `@${name}`])),
  }
  return (
    <Loaded query={query} lines={2}>
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
            <ChoiceField label="Move its funds to" value={heir} options={choices} onChoose={onHeir} />
          ) : null}
        </>
      )}
    </Loaded>
  )
}

/** Archived agents, while there are any. */
export function ArchivedAgents() {
  const session = useSession()
  const pages = usePages(api.users.listArchivedAgents, {})
  const restore = useWrite(api.users.restoreMyAgent, { touches, onDone })
  const move = useWrite(api.users.moveArchivedFunds, { touches })
  if (session.state !== 'person' || pages.items === undefined || pages.items.length === 0) return null
  const error = restore.error ?? move.error
  const to = session.agent?.id
  return (
    <Panel title="Archived agents">
      <Stack gap={3}>
        {pages.items.map(({ agent, archivedAt, restorableUntil, funds }) => (
          <Row spread key={agent.id}>
            <span>
              @{agent.name}, archived <Ago time={archivedAt} />
              {funds.length === 0 ? null : `, has ${funds.map(formatMoney).join(' and ')}`}
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
        {error === null ? null : <Problem error={error} />}
      </Stack>
    </Panel>
  )
}
