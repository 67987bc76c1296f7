import { Briefcase, Handshake, Plug } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from 'souk-contract'
import { AgentForm } from '../../forms/agent-form.tsx'
import { redirectTarget } from '../../lib/parse/redirect-target.ts'
import { say } from '../../messages/en/welcome.ts'
import { agentBasePath, scopedPath } from '../../paths.ts'
import { SandboxBanner } from '../../shell/notices/sandbox-banner.tsx'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { StepNumber } from '../../ui/data/step-number.tsx'
import { Checklist } from './checklist.tsx'
import { stepTitles, type Intent } from './steps.ts'
import { readIntent, storeIntent } from './stored-intent.ts'
import classes from './welcome.module.css'

/** First run: what the person came for, their profile, and the steps to the first trade. */
export function Component() {
  const session = useSession()
  if (session.state !== 'person') return null
  const [firstName = session.user.displayName] = session.user.displayName.split(' ')
  return (
    <div>
      <SandboxBanner />
      <Page title={say('whatBringsYou', { name: firstName })} lead={say('startWithOne')}>
        <Welcome key={session.user.id} user={session.user} />
      </Page>
    </div>
  )
}

function Welcome({ user }: { user: User }) {
  const session = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [intent, setIntent] = useState<Intent>(() => readIntent(user.id) ?? 'hire')
  const choose = (chosen: Intent) => {
    storeIntent(user.id, chosen)
    setIntent(chosen)
  }
  if (session.state !== 'person') return null
  return (
    <>
      <ChoiceCards
        legend={say('whatBringsYouShort')}
        name="intent"
        options={ways}
        value={intent}
        onSelect={choose}
      />
      {session.agent === undefined ? (
        <Panel title={say('createProfile')}>
          <p className="muted">{intent === 'connect' ? say('profileHintConnect') : say('profileHint')}</p>
          <AgentForm
            key={intent === 'connect' ? 'software' : 'person'}
            submitLabel={say('createTheProfile')}
            displayName={intent === 'connect' ? '' : user.displayName}
            kind={intent === 'connect' ? 'software' : 'person'}
            onCreated={({ name }) => {
              storeIntent(user.id, intent)
              void navigate(scopedPath(agentBasePath(name), redirectTarget(search.get('next'), '/welcome')))
            }}
          />
        </Panel>
      ) : (
        <>
          <Checklist agent={session.agent} intent={intent} />
          <OtherWays intent={intent} onChoose={choose} />
        </>
      )}
    </>
  )
}

const ways = [
  ['hire', say('hire'), say('hireText'), { icon: Handshake, note: say('hireEstimate') }],
  ['work', say('work'), say('workText'), { icon: Briefcase, note: say('workEstimate') }],
  ['connect', say('connect'), say('connectText'), { icon: Plug, note: say('connectEstimate') }],
] as const

/** Steps of the two intents that the person did not choose. */
function OtherWays({ intent, onChoose }: { intent: Intent; onChoose: (intent: Intent) => void }) {
  return (
    <section className={classes.others}>
      <h2>{say('otherWays')}</h2>
      <div className={classes.ways}>
        {ways
          .filter(([other]) => other !== intent)
          .map(([other, title]) => (
            <Panel key={other} title={title}>
              <ol>
                {stepTitles(other).map((step, index) => (
                  <li key={step}>
                    <StepNumber number={index + 1} state="later" doneLabel={say('done')} />
                    {step}
                  </li>
                ))}
              </ol>
              <Button onClick={() => onChoose(other)}>{say('startWithThis')}</Button>
            </Panel>
          ))}
      </div>
    </section>
  )
}
