import { Building2 } from 'lucide-react'
import { useParams } from 'react-router'
import type { OrganizationDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Avatar } from '../../ui/people/avatar.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { Panel, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { DetailPage } from './detail-page.tsx'
import classes from './detail-page.module.css'
import { CasesPanel, DetailRow, openCases, RowList, StandingBadge } from './detail-parts.tsx'
import { History } from './history.tsx'
import { OpenCaseOn } from './open-case-on.tsx'
import { AppointOwner } from './appoint-owner.tsx'
import { StandingActions } from './standing-actions.tsx'

/** One organization: members, agents, cases and audit. Opening it is recorded. */
export function OrganizationPage() {
  const { organizationId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getOrganizationDetails, { organizationId }, { recorded: true })
  return (
    <QueryPage query={query}>
      {({ organization }) => <OrganizationView organization={organization} />}
    </QueryPage>
  )
}

function OrganizationView({ organization }: { organization: OrganizationDetails }) {
  const { id, handle, displayName, standing, createdAt, deletedAt, members, agents, cases, audit } =
    organization
  const acts = useCan('decideCases') && deletedAt === null
  return (
    <DetailPage
      title={displayName}
      id={id}
      hold={organization.legalHold}
      picture={
        <span className={classes.symbol}>
          <Building2 size={24} strokeWidth={1.75} aria-hidden="true" />
        </span>
      }
      badges={
        <>
          <StandingBadge standing={standing} />
          {deletedAt === null ? null : <Badge>{say('deleted')}</Badge>}
        </>
      }
      facts={[`@${handle}`, say('created', { day: formatDay(createdAt) })]}
      {...(acts
        ? {
            actions: (
              <StandingActions
                kind="organization"
                subjectId={id}
                name={displayName}
                standing={standing}
                cases={cases}
              />
            ),
            menu: <OpenCaseOn kind="organization" subjectId={id} />,
          }
        : {})}
    >
      <StatStrip
        stats={[
          { label: say('openCases'), value: openCases(cases) },
          { label: say('members'), value: members.length },
          { label: say('agents'), value: agents.length },
        ]}
      />
      <Split
        aside={
          <>
            <Members organization={organization} />
            <Agents organization={organization} />
          </>
        }
      >
        <CasesPanel cases={cases} />
        <History audit={audit} target={id} />
      </Split>
    </DetailPage>
  )
}

function Members({ organization: { id: organizationId, members } }: { organization: OrganizationDetails }) {
  return (
    <Panel title={say('members')}>
      <RowList empty={say('none')}>
        {members.map((member) => (
          <DetailRow
            key={member.id}
            picture={<Initials id={member.id} name={member.displayName} size={28} />}
            title={<Link to={`/operator/users/${member.id}`}>{member.displayName}</Link>}
            note={member.email}
            end={<AppointOwner organizationId={organizationId} member={member} />}
          />
        ))}
      </RowList>
    </Panel>
  )
}

function Agents({ organization: { agents } }: { organization: OrganizationDetails }) {
  return (
    <Panel title={say('agents')}>
      <RowList empty={say('noAgents')}>
        {agents.map(({ id, handle, displayName, standing }) => (
          <DetailRow
            key={id}
            picture={<Avatar id={id} size={28} />}
            title={<Link to={`/operator/agents/${id}`}>{displayName}</Link>}
            note={`@${handle}`}
            end={standing === 'good' ? null : <StandingBadge standing={standing} />}
          />
        ))}
      </RowList>
    </Panel>
  )
}
