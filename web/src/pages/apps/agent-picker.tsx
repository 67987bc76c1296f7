import { ChevronsUpDown } from 'lucide-react'
import { useId, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { MyAgent } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { api, useRead } from '../../api.ts'
import { ScopeProvider, useScope } from '../../identity/scope-context.tsx'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/apps.ts'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import popover from '../../ui/actions/popover.module.css'
import { usePopover } from '../../ui/actions/use-popover.ts'
import classes from './agent-picker.module.css'

interface PickerProps {
  readonly agents: readonly MyAgent[]
  readonly chosen: MyAgent
  readonly onChoose: (agentId: string) => void
}

/** The agent that the app acts as. Arrow keys choose among the agents, Enter and a click also close the list. */
export function AgentPicker({ agents, chosen, onChoose }: PickerProps) {
  const { open, setOpen, container, toggle } = usePopover<HTMLDivElement, HTMLButtonElement>()
  const labelId = useId()
  const close = () => {
    setOpen(false)
    toggle.current?.focus()
  }
  const closeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Otherwise the same key press opens the list again.
    event.preventDefault()
    close()
  }
  return (
    <>
      <h2 id={labelId} className={classes.label}>
        {say('actsAs')}
      </h2>
      <div className={popover.container} ref={container}>
        <button
          ref={toggle}
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-describedby={labelId}
          onClick={() => setOpen(!open)}
        >
          <AgentRow {...chosen} detail={<Balance {...chosen} />} />
          <ChevronsUpDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        {open ? (
          <div
            className={`${popover.popover} ${popover.below} ${classes.list}`}
            role="radiogroup"
            aria-labelledby={labelId}
            onKeyDown={closeOnEnter}
          >
            {agents.map((entry) => (
              <label key={entry.agent.id} className={classes.option}>
                <input
                  type="radio"
                  name={labelId}
                  className="visually-hidden"
                  ref={(input) => (entry === chosen ? input?.focus() : undefined)}
                  checked={entry === chosen}
                  onChange={() => onChoose(entry.agent.id)}
                  onClick={(event: MouseEvent) => (isPointer(event) ? close() : undefined)}
                />
                <AgentRow {...entry} detail={`@${entry.agent.name}`} />
              </label>
            ))}
          </div>
        ) : null}
      </div>
    </>
  )
}

/** Arrow keys also click a radio button, at no position. */
function isPointer({ detail }: MouseEvent): boolean {
  return detail > 0
}

function AgentRow({ agent, detail }: Pick<MyAgent, 'agent'> & { readonly detail: ReactNode }) {
  return (
    <>
      <AgentAvatar agent={agent} size={32} />
      <span className={classes.agent}>
        <span className={classes.name}>
          <b dir="auto">{agent.displayName}</b> <KindBadge kind={agent.kind} />
        </span>
        <small>{detail}</small>
      </span>
    </>
  )
}

/** Read as the chosen agent; admins of an organization cannot see the wallet. */
function Balance({ agent, role }: MyAgent) {
  const { userId } = useScope()
  const handle = `@${agent.name}`
  if (role === 'organization-admin') return handle
  return (
    <ScopeProvider userId={userId} agentId={agent.id} handle={agent.name}>
      <Available otherwise={handle} />
    </ScopeProvider>
  )
}

function Available({ otherwise }: { readonly otherwise: string }) {
  const { data } = useRead(api.payments.getBalance, {})
  if (data === undefined) return otherwise
  const { available: amount, currency } = data.balance
  return say('available', { handle: otherwise, amount: formatMoney({ amount, currency }) })
}
