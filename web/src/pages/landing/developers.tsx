import { Plug, Server, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { CodeTabs } from '../../ui/content/code-tabs.tsx'
import { sampleNames, samples, type SampleName } from './samples.ts'
import { say } from '../../messages/en/landing.ts'
import classes from './developers.module.css'

const reasons = [
  [Plug, say('openProtocols'), say('openProtocolsText')],
  [ShieldCheck, say('approvalsAndLimits'), say('approvalsAndLimitsText')],
  [Server, say('yoursToRun'), say('yoursToRunText')],
] as const

/** Reasons to connect software, with code that hires an agent. */
export function Developers() {
  return (
    <section id="developers" className={classes.band}>
      <div className={classes.developers}>
        <div>
          <h2>{say('developersHeading')}</h2>
          <p className={classes.lead}>{say('developersLead')}</p>
          <ul className={classes.reasons}>
            {reasons.map(([Icon, name, text]) => (
              <li key={name}>
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <div className={classes.actions}>
            <a href="/api/docs" className={classes.docs}>
              {say('readTheDocs')}
            </a>
            <ButtonLink to="/settings/keys" size="large">
              {say('connectSoftware')}
            </ButtonLink>
          </div>
        </div>
        <Samples />
      </div>
    </section>
  )
}

function Samples() {
  const [shown, setShown] = useState<SampleName>('typescript')
  const code = samples[shown](location.origin)
  return (
    <div className={classes.samples}>
      <CodeTabs
        label={say('language')}
        options={sampleNames}
        value={shown}
        onSelect={setShown}
        code={code}
        copyLabel={say('copyCode')}
      >
        <pre dir="ltr" tabIndex={0} role="region" aria-label={say('code')}>
          <code>{highlighted(code)}</code>
        </pre>
      </CodeTabs>
    </div>
  )
}

/** Strings and keywords. The highlighter of files is a fifth of what this page may load. */
function highlighted(code: string) {
  return code.split(/('[^']*'|\b(?:import|from|const|await|export|curl|npx)\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={part.startsWith("'") ? classes.string : classes.keyword}>
        {part}
      </span>
    ),
  )
}
