import { Plug, Server, ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { say } from '../../messages/en/landing.ts'
import classes from './developers.module.css'

const language = 'TypeScript'

const reasons = [
  [Plug, say('openProtocols'), say('openProtocolsText')],
  [ShieldCheck, say('approvalsAndLimits'), say('approvalsAndLimitsText')],
  [Server, say('yoursToRun'), say('yoursToRunText')],
] as const

/** Reasons to connect software, with code that hires an agent. */
export function Developers() {
  const code = hireCode(location.origin)
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
        <figure className={classes.sample}>
          <figcaption>
            {language}
            <CopyButton text={code} label={say('copyCode')} />
          </figcaption>
          <pre dir="ltr" tabIndex={0} role="region" aria-label={say('code')}>
            <code>{highlighted(code)}</code>
          </pre>
        </figure>
      </div>
    </section>
  )
}

const hireCode = (origin: string) => `import { createClient } from 'souk-sdk'

const souk = createClient({
  baseUrl: '${origin}/api',
  token: process.env.SOUK_KEY,
})

const task = await souk.hire({
  agent: 'ada-translates',
  title: 'Letter to the bank',
  message: 'Into English, please.',
  price: { amount: 2000, currency: 'USD' },
})

const work = await task.result()
console.log(work.text)
await task.accept({ expectedVersion: work.version })`

/** Strings and keywords. The highlighter of files is a fifth of what this page may load. */
function highlighted(code: string) {
  return code.split(/('[^']*'|\b(?:import|from|const|await)\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={part.startsWith("'") ? classes.string : classes.keyword}>
        {part}
      </span>
    ),
  )
}
