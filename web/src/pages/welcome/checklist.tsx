import { useState } from 'react'
import type { Agent } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { say } from '../../messages/en/welcome.ts'
import { useSession } from '../../session.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StepNumber } from '../../ui/data/step-number.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { DemoCard } from './demo-card.tsx'
import { summarizeSteps, type Intent, type Step } from './steps.ts'
import { hideChecklist, isChecklistHidden, showChecklist } from './stored-intent.ts'
import { useProgress } from './use-progress.ts'
import classes from './welcome.module.css'

const titles: Readonly<Record<Intent, string>> = {
  hire: say('firstHire'),
  work: say('firstJob'),
  connect: say('firstConnection'),
}

/** The steps to the first trade; the next one has a button. */
export function Checklist({ agent, intent }: { agent: Agent; intent: Intent }) {
  const progress = useProgress(agent, intent)
  if (progress === undefined) return <Skeleton lines={6} />
  const { steps, next, done } = summarizeSteps(intent, progress)
  const hasDemo = steps.some(({ kind }) => kind === 'demo')
  return (
    <div className={classes.columns} data-demo={hasDemo}>
      <Steps intent={intent} steps={steps} next={next} done={done} />
      {hasDemo ? <DemoCard isNext={next?.kind === 'demo'} /> : null}
    </div>
  )
}

interface StepsProps {
  readonly intent: Intent
  readonly steps: readonly Step[]
  readonly next: Step | undefined
  readonly done: number
}

function Steps({ intent, steps, next, done }: StepsProps) {
  return (
    <Panel
      title={titles[intent]}
      actions={<span className="muted">{say('doneOf', { done, all: steps.length })}</span>}
    >
      <progress className={classes.progress} max={steps.length} value={done} aria-label={titles[intent]} />
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.title} data-state={step.done ? 'done' : step === next ? 'next' : 'later'}>
            <StepView step={step} number={index + 1} isNext={step === next} />
          </li>
        ))}
      </ol>
      {next === undefined ? (
        <p>
          {say('allDone')} <Link to="/my-work">{say('goToWork')}</Link>
        </p>
      ) : (
        <HideChecklist />
      )}
    </Panel>
  )
}

/** Takes the next step off the work page, or puts it back. */
function HideChecklist() {
  const session = useSession()
  const userId = session.state === 'person' ? session.user.id : ''
  const [hidden, setHidden] = useState(() => isChecklistHidden(userId))
  const toggle = () => {
    if (hidden) showChecklist(userId)
    else hideChecklist(userId)
    setHidden(!hidden)
  }
  return (
    <div className={classes.hide}>
      <p role="status">{hidden ? say('hiddenOnWork') : say('goesAway')}</p>
      <Button variant="quiet" size="small" onClick={toggle}>
        {hidden ? say('showOnWork') : say('hide')}
      </Button>
    </div>
  )
}

function StepView({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  return (
    <>
      <StepNumber
        number={number}
        state={step.done ? 'done' : isNext ? 'next' : 'later'}
        doneLabel={say('done')}
      />
      <div>
        {isNext || step.done ? <strong>{step.title}</strong> : <Link to={step.to}>{step.title}</Link>}
        <p>{step.hint}</p>
        {isNext ? <StepAction step={step} /> : null}
      </div>
    </>
  )
}

function StepAction({ step }: { step: Step }) {
  // The card beside the steps starts the demo trade.
  if (step.kind === 'demo') return null
  if (step.kind === 'email') return <ResendEmail />
  return (
    <ButtonLink variant="primary" to={step.to}>
      {step.title}
    </ButtonLink>
  )
}

/** The first email was sent at sign-up. */
function ResendEmail() {
  const request = useWrite(api.users.requestVerification, { onDone: () => toast(say('emailSent')) })
  return (
    <>
      <Button busy={request.isPending} onClick={() => request.mutate({})}>
        {say('resendEmail')}
      </Button>
      {request.error === null ? null : <ErrorMessage error={request.error} />}
    </>
  )
}
