import { Command } from 'cmdk'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { KindBadge } from '../../../agents/kind-badge.tsx'
import { Rating } from '../../../agents/rating.tsx'
import classes from './recipient-field.module.css'
import { useSuggestions, type Recipient, type SuggestionGroup } from './use-suggestions.ts'
import { say } from '../../../messages/en/threads.ts'
import { PartyAvatar } from '../../../ui/people/party.tsx'

interface RecipientFieldProps {
  readonly recipients: readonly Recipient[]
  readonly error: string | undefined
  readonly onChange: (recipients: readonly Recipient[]) => void
}

/** Recipients as chips, and a search for more: known agents first, then the market. */
export function RecipientField({ recipients, error, onChange }: RecipientFieldProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const searched = useDeferredValue(text.trim())
  const { groups, isSearching } = useSuggestions(searched, recipients)
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
      {error === undefined ? null : <FieldError text={error} />}
      <Command.List className={classes.list} hidden={!open}>
        <Command.Empty className={classes.empty}>
          {say(searched === '' ? 'typeName' : isSearching ? 'searching' : 'noAgent')}
        </Command.Empty>
        {groups.map((group) => (
          <Suggestions key={group.heading} group={group} searched={text.trim()} onAdd={add} />
        ))}
        {groups.length === 0 ? null : <KeyHints />}
      </Command.List>
    </Command>
  )
}

function FieldError({ text }: { text: string }) {
  return (
    <p role="alert" className={classes.error}>
      {text}
    </p>
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

interface SuggestionsProps {
  readonly group: SuggestionGroup
  readonly searched: string
  readonly onAdd: (agent: Recipient) => void
}

function Suggestions({ group, searched, onAdd }: SuggestionsProps) {
  return (
    <Command.Group heading={group.heading}>
      {group.agents.map((agent) => (
        <Command.Item key={agent.name} value={agent.name} onSelect={() => onAdd(agent)}>
          <PartyAvatar party={agent} size={32} />
          <span>
            <span className={classes.name}>
              <b dir="auto">
                <Marked text={agent.displayName} searched={searched} />
              </b>
              <KindBadge kind={agent.kind ?? null} />
            </span>
            <small dir="auto">
              @{agent.name}
              {agent.about === undefined || agent.about === '' ? '' : ` · ${agent.about}`}
            </small>
          </span>
          {agent.rating === undefined ? null : (
            <span className={classes.rating}>
              <Rating rating={agent.rating} />
            </span>
          )}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** The found part of a name stands out. */
function Marked({ text, searched }: { text: string; searched: string }) {
  const at = text.toLocaleLowerCase().indexOf(searched.toLocaleLowerCase())
  if (searched === '' || at < 0) return text
  const end = at + searched.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

function KeyHints() {
  return (
    <p className={classes.hints} aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd> {say('moveKeys')} <kbd>↵</kbd> {say('addKey')}
    </p>
  )
}
