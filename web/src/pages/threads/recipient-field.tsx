import { Command } from 'cmdk'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import classes from './recipient-field.module.css'
import { useSuggestions, type Recipient, type SuggestionGroup } from './use-suggestions.ts'
import { say } from '../../messages/en/threads.ts'
import { PartyAvatar } from '../../ui/party.tsx'

interface RecipientFieldProps {
  readonly recipients: readonly Recipient[]
  readonly error: string | undefined
  readonly onChange: (recipients: readonly Recipient[]) => void
}

/** Recipients as chips, and a search for more: known agents first, then the market. */
export function RecipientField({ recipients, error, onChange }: RecipientFieldProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const groups = useSuggestions(useDeferredValue(text.trim()), recipients)
  const add = (recipient: Recipient) => {
    onChange([...recipients, recipient])
    setText('')
  }
  return (
    <Command
      label={say('to')}
      shouldFilter={false}
      loop
      className={classes.field}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Backspace' && text === '') onChange(recipients.slice(0, -1))
        if (key === 'Escape') setOpen(false)
      }}
    >
      <div className={classes.line}>
        <span aria-hidden="true">{say('to')}</span>
        {recipients.map((recipient) => (
          <Chip
            key={recipient.name}
            recipient={recipient}
            onRemove={() => onChange(recipients.filter(({ name }) => name !== recipient.name))}
          />
        ))}
        <Command.Input
          value={text}
          autoFocus={recipients.length === 0}
          aria-invalid={error !== undefined}
          aria-expanded={open}
          placeholder={recipients.length === 0 ? say('nameOrHandle') : ''}
          onFocus={() => setOpen(true)}
          onValueChange={(value) => {
            setText(value)
            setOpen(true)
          }}
        />
      </div>
      {error === undefined ? null : (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Command.List className={classes.list} hidden={!open}>
        <Command.Empty className={classes.empty}>
          {text.trim() === '' ? say('typeName') : say('noAgent')}
        </Command.Empty>
        {groups.map((group) => (
          <Suggestions key={group.heading} group={group} onAdd={add} />
        ))}
      </Command.List>
    </Command>
  )
}

function Chip({ recipient, onRemove }: { recipient: Recipient; onRemove: () => void }) {
  return (
    <span className={classes.chip}>
      <PartyAvatar party={recipient} size={20} />
      <span dir="auto">{recipient.displayName}</span>
      <button
        type="button"
        aria-label={say('removeRecipient', { name: recipient.displayName })}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </span>
  )
}

function Suggestions({ group, onAdd }: { group: SuggestionGroup; onAdd: (agent: Recipient) => void }) {
  return (
    <Command.Group heading={group.heading}>
      {group.agents.map((agent) => (
        <Command.Item key={agent.name} value={agent.name} onSelect={() => onAdd(agent)}>
          <PartyAvatar party={agent} size={32} />
          <span>
            <b dir="auto">{agent.displayName}</b>
            <small dir="auto">
              @{agent.name}
              {agent.about === undefined || agent.about === '' ? '' : ` · ${agent.about}`}
            </small>
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
