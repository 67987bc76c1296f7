import { useState, type ReactNode } from 'react'
import type { Agent, Key } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useMedia } from '../../lib/hooks/use-media.ts'
import { say } from '../../messages/en/access.ts'
import { CodeBlock } from '../../markdown/code-block.tsx'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { CodeTabs } from '../../ui/content/code-tabs.tsx'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { StepNumber } from '../../ui/data/step-number.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Link } from '../../ui/page/link.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import classes from './connect-software.module.css'
import { Limits, Permissions } from './keys/key-permissions.tsx'
import { safeScopes, type Scope } from './keys/key-scopes.ts'
import { snippetNames, snippets, type SnippetName } from './snippets.ts'
import { callWithKey } from '../../identity/call-with-key.ts'

interface NewKey {
  readonly kid: string
  readonly label: string
  readonly secret: string
}

/** Three steps on one page: create a key, add it to the software, see its first call. */
export function ConnectSoftware({ agent }: { agent: Agent }) {
  const [key, setKey] = useState<NewKey>()
  const [scopes, setScopes] = useState<readonly Scope[]>(safeScopes)
  const isWide = useMedia('(min-width: 1100px)')
  const pages = usePages(
    api.keys.listKeys,
    { agentId: agent.id },
    { pollMs: key === undefined ? false : 2000 },
  )
  const stored = pages.items?.find(({ kid }) => kid === key?.kid)
  const used = stored === undefined || stored.lastUsedAt === null ? undefined : stored
  return (
    <div className={classes.columns}>
      <ol className={classes.steps}>
        <Step number={1} title={say('createAKey')} state={key === undefined ? 'next' : 'done'}>
          {key === undefined ? (
            <CreateKey agent={agent} scopes={scopes} onCreated={setKey}>
              {isWide ? null : <Permissions selected={scopes} onChange={setScopes} />}
            </CreateKey>
          ) : (
            <Secret agent={agent} created={key} />
          )}
        </Step>
        <Step
          number={2}
          title={say('addToSoftware')}
          state={used !== undefined ? 'done' : key === undefined ? 'later' : 'next'}
        >
          <Snippets />
        </Step>
        <Step number={3} title={say('makeFirstCall')} state={used === undefined ? 'later' : 'done'}>
          <FirstCall created={key} stored={stored} onDone={() => setKey(undefined)} />
        </Step>
      </ol>
      <div className={classes.rail}>
        {isWide ? (
          <Permissions selected={scopes} onChange={key === undefined ? setScopes : undefined} />
        ) : null}
        <Limits agent={agent} />
      </div>
    </div>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly state: 'done' | 'next' | 'later'
  readonly children: ReactNode
}

function Step({ number, title, state, children }: StepProps) {
  return (
    <li>
      <StepNumber number={number} state={state} doneLabel={say('done')} />
      <div className={classes.step}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}

interface CreateKeyProps {
  readonly agent: Agent
  readonly scopes: readonly Scope[]
  readonly onCreated: (key: NewKey) => void
  readonly children: ReactNode
}

function CreateKey({ agent, scopes, onCreated, children }: CreateKeyProps) {
  const form = useForm({ label: '' }, ({ label }) => ({
    label: required(label, say('enterAName')) ?? maxLength(label, 80),
  }))
  const create = useWrite(api.keys.createKey, {
    invalidates: ['keys'],
    onDone: ({ key: { kid, label }, secret }) => onCreated({ kid, label, secret }),
  })
  return (
    <Form
      submitLabel={say('createKey')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ label }) => create.mutate({ agentId: agent.id, label, scopes: [...scopes] }))}
    >
      <Field
        label={say('name')}
        hint={say('keyNameHint')}
        placeholder={say('productionWorker')}
        {...form.field('label')}
      />
      {children}
    </Form>
  )
}

function Secret({ agent, created: { label, secret } }: { agent: Agent; created: NewKey }) {
  return (
    <div className={classes.created}>
      <div className={classes.owner}>
        <AgentAvatar agent={agent} size={36} />
        <span>
          <strong dir="auto">{label}</strong>
          <small>{say('actsAs', { name: agent.displayName })}</small>
        </span>
      </div>
      <div className={classes.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label={say('copyKey')} />
      </div>
      <p className="muted">{say('copyKeyNow')}</p>
    </div>
  )
}

function Snippets() {
  const [shown, setShown] = useState<SnippetName>('mcp')
  const { code, language } = snippets[shown]
  const text = code(location.origin)
  return (
    <>
      <CodeTabs
        label={say('language')}
        options={snippetNames.map((name) => [name, snippets[name].label] as const)}
        value={shown}
        onSelect={setShown}
        code={text}
        copyLabel={say('copyCode')}
      >
        <CodeBlock code={text} language={language} />
      </CodeTabs>
      <p className="muted">
        {shown === 'mcp'
          ? say.rich('mcpHint', { link: (content) => <Link to="/settings/apps">{content}</Link> })
          : say('environmentHint')}
      </p>
    </>
  )
}

interface FirstCallProps {
  readonly created: NewKey | undefined
  /** The key as the server has it. */
  readonly stored: Key | undefined
  readonly onDone: () => void
}

/** Turns green when the software has made its first call, and red when the key was revoked meanwhile. */
function FirstCall({ created, stored, onDone }: FirstCallProps) {
  const test = useWrite((secret: string, _client) => callWithKey(secret))
  if (created === undefined) return <p className="muted">{say('createKeyFirst')}</p>
  if (stored !== undefined && stored.deactivatedAt !== null) return <Revoked onDone={onDone} />
  const lastUsedAt = stored?.lastUsedAt ?? null
  return (
    <div className={classes.call} data-state={lastUsedAt === null ? 'waiting' : 'connected'} role="status">
      <span className={classes.light} aria-hidden="true" />
      <div>
        <strong>
          {lastUsedAt === null ? say('waitingForSoftware', { label: created.label }) : say('connected')}
        </strong>
        <p>
          {lastUsedAt === null
            ? say('turnsGreen')
            : say.rich('lastCall', { time: <RelativeTime time={lastUsedAt} /> })}
        </p>
        {test.error === null ? null : <ErrorMessage error={test.error} />}
      </div>
      {lastUsedAt === null ? (
        <Button busy={test.isPending} onClick={() => test.mutate(created.secret)}>
          {say('testFromHere')}
        </Button>
      ) : (
        <Button variant="primary" onClick={onDone}>
          {say('done')}
        </Button>
      )}
    </div>
  )
}

function Revoked({ onDone }: { onDone: () => void }) {
  return (
    <div className={classes.call} data-state="revoked" role="status">
      <span className={classes.light} aria-hidden="true" />
      <div>
        <strong>{say('revoked')}</strong>
        <p>{say('keyRevokedMeanwhile')}</p>
      </div>
      <Button onClick={onDone}>{say('createAnotherKey')}</Button>
    </div>
  )
}
