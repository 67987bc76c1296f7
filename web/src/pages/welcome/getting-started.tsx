import { useState } from 'react'
import type { Agent, User } from 'souk-contract'
import { say } from '../../messages/en/welcome.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { summarizeSteps } from './steps.ts'
import { hideChecklist, isChecklistHidden, readIntent, showChecklist } from './stored-intent.ts'
import { useProgress } from './use-progress.ts'
import classes from './welcome.module.css'

/** The next step of the first run, until the first trade or until it is hidden. */
export function GettingStarted({ agent, user }: { agent: Agent; user: User }) {
  const [hidden, setHidden] = useState(() => isChecklistHidden(user.id))
  return hidden ? null : (
    <NextStep
      agent={agent}
      user={user}
      onHide={() => {
        hideChecklist(user.id)
        setHidden(true)
        toast(say('hidden'), () => {
          showChecklist(user.id)
          setHidden(false)
        })
      }}
    />
  )
}

function NextStep({ agent, user, onHide }: { agent: Agent; user: User; onHide: () => void }) {
  const intent = readIntent(user.id) ?? 'hire'
  const progress = useProgress(agent, intent)
  if (progress === undefined || progress.hasTraded) return null
  const { steps, next, done } = summarizeSteps(intent, progress)
  if (next === undefined) return null
  return (
    <section className={classes.card} aria-label={say('gettingStarted')}>
      <div>
        <strong>{say('nextStep', { step: next.title })}</strong>
        <p>{say('doneOf', { done, all: steps.length })}</p>
      </div>
      <ButtonLink to="/welcome">{say('continue')}</ButtonLink>
      <Button variant="quiet" onClick={onHide}>
        {say('hide')}
      </Button>
    </section>
  )
}
