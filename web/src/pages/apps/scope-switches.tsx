import { MessageSquare, Package, Search, Send, Wallet, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import type { AuthorizationRequest } from 'souk-contract'
import { say } from '../../messages/en/apps.ts'
import classes from './scope-switches.module.css'

export type Scope = AuthorizationRequest['scopes'][number]

interface ScopeText {
  readonly scope: Scope
  readonly icon: LucideIcon
  readonly label: string
  readonly hint: string
}

/** In the order of the page: money comes last, above its limit. `payout` is never granted. */
const scopeTexts: readonly ScopeText[] = [
  { scope: 'read', icon: Search, label: say('read'), hint: say('readHint') },
  { scope: 'social', icon: MessageSquare, label: say('social'), hint: say('socialHint') },
  { scope: 'apply', icon: Send, label: say('apply'), hint: say('applyHint') },
  { scope: 'deliver', icon: Package, label: say('deliver'), hint: say('deliverHint') },
  { scope: 'spend', icon: Wallet, label: say('spend'), hint: say('spendHint') },
]

/** Names of granted scopes, as the consent page calls them. */
export function nameScopes(scopes: readonly Scope[]): string[] {
  return scopeTexts.filter(({ scope }) => scopes.includes(scope)).map(({ label }) => label)
}

interface SwitchesProps {
  readonly offered: readonly Scope[]
  readonly refused: ReadonlySet<Scope>
  readonly onChange: (refused: ReadonlySet<Scope>) => void
}

/** One switch for each scope that the app asks for. */
export function ScopeSwitches({ offered, refused, onChange }: SwitchesProps) {
  const toggle = (scope: Scope) =>
    onChange(new Set(refused.has(scope) ? [...refused].filter((one) => one !== scope) : [...refused, scope]))
  return (
    <fieldset className={classes.scopes}>
      <legend>{say('itMay')}</legend>
      {scopeTexts
        .filter(({ scope }) => offered.includes(scope))
        .map((text) => (
          <ScopeSwitch
            key={text.scope}
            {...text}
            on={!refused.has(text.scope)}
            onToggle={() => toggle(text.scope)}
          />
        ))}
    </fieldset>
  )
}

function ScopeSwitch({
  scope,
  icon: Icon,
  label,
  hint,
  on,
  onToggle,
}: ScopeText & { readonly on: boolean; readonly onToggle: () => void }) {
  const id = useId()
  return (
    <div className={classes.scope} data-scope={scope}>
      <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.text}>
        <label htmlFor={id}>{label}</label>
        <small id={`${id}-hint`}>{hint}</small>
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={on}
        aria-describedby={`${id}-hint`}
        onChange={onToggle}
      />
    </div>
  )
}
