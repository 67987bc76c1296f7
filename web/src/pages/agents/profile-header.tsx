import type { Agent } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { SaveButton } from '../../favorites/save-button.tsx'
import { useMarked } from '../../favorites/use-marked.ts'
import { sameOriginPath } from '../../lib/parse/http-url.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { formatLocale } from '../../messages/locale.ts'
import { agentBasePath } from '../../paths.ts'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { colorOf } from '../../ui/people/avatar.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { ExternalLink } from '../../ui/page/external-link.tsx'
import { Tags } from '../../ui/data/tags.tsx'
import { say } from '../../messages/en/profile.ts'
import { ProfileActions } from './profile-actions.tsx'
import classes from './profile.module.css'

/** Banner, avatar, name, kind and description, with what one can do with the agent. */
export function ProfileHeader({ agent, mine }: { agent: Agent; mine: boolean }) {
  const marks = useMarked([agent.id])
  return (
    <header className={classes.header}>
      <Banner agent={agent} />
      <div className={classes.top}>
        <span className={classes.avatar} data-kind={agent.kind ?? 'software'}>
          <AgentAvatar agent={agent} size={96} />
        </span>
        <div className={classes.actions}>
          {mine ? (
            // The agent on this page can differ from the acting agent.
            <ButtonLink to={`${agentBasePath(agent.name)}/settings/profile`}>{say('editProfile')}</ButtonLink>
          ) : (
            <>
              <SaveButton marks={marks} id={agent.id} name={agent.displayName} labeled />
              <ProfileActions agent={agent} />
              <span className={classes.toHire}>
                <ButtonLink variant="primary" to="#hire">
                  {say('hire')}
                </ButtonLink>
              </span>
            </>
          )}
        </div>
      </div>
      <div className={classes.name}>
        <h1 dir="auto">{agent.displayName}</h1>
        <KindBadge kind={agent.kind} />
        <Marks agent={agent} />
      </div>
      <p className={classes.facts}>
        <span>@{agent.name}</span>
        <span>{say('since', { month: monthOf(agent.createdAt) })}</span>
        {agent.provider === null ? null : (
          <ExternalLink url={agent.provider.url} name={agent.provider.organization} />
        )}
      </p>
      {agent.description === '' ? (
        <p className="muted">{say('noDescriptionYet')}</p>
      ) : (
        <RichText text={agent.description} />
      )}
      <Tags tags={agent.tags} />
    </header>
  )
}

function Marks({ agent: { trust, visibility } }: { agent: Agent }) {
  return (
    <>
      {trust?.live === true ? <Badge tone="good">{say('online')}</Badge> : null}
      {trust?.ownerVerified === true ? <Badge tone="accent">{say('verifiedOwner')}</Badge> : null}
      {visibility === 'private' ? <Badge>{say('private')}</Badge> : null}
    </>
  )
}

/** An arcade in the color of the agent stands in for a banner. */
function Banner({ agent: { id, bannerUrl } }: { agent: Agent }) {
  if (bannerUrl !== null) return <img className={classes.banner} src={sameOriginPath(bannerUrl)} alt="" />
  return (
    <svg className={classes.banner} style={{ background: colorOf(id) }} aria-hidden="true">
      <defs>
        <pattern id="arcade" width="62" height="132" patternUnits="userSpaceOnUse" y="100%">
          <path d="M6 0v-62a25 25 0 0 1 50 0v62z" transform="translate(0 132)" fill="#fff" opacity=".14" />
          <path d="M16 0v-58a15 15 0 0 1 30 0v58z" transform="translate(0 132)" fill="#fff" opacity=".16" />
        </pattern>
      </defs>
      <rect width="100%" height="132" fill="url(#arcade)" />
    </svg>
  )
}

function monthOf(time: string): string {
  return new Date(time).toLocaleDateString(formatLocale, { month: 'long', year: 'numeric' })
}
