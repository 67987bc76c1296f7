import { useParams } from 'react-router'
import type { OrganizationDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatDay } from '../../lib/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/badge.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { AuditPanel, CasesPanel, DetailRow, RowList, StandingBadge } from './detail-parts.tsx'
import classes from './market.module.css'
import { OpenCaseOn } from './open-case-on.tsx'

/** One organization: members, agents, cases and audit. Opening it is recorded. */
export function OrganizationPage() {
  const { organizationId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getOrganizationDetails, { organizationId })
  return (
    <QueryPage query={query}>
      {({ organization }) => <OrganizationView organization={organization} />}
    </QueryPage>
  )
}

function OrganizationView({ organization }: { organization: OrganizationDetails }) {
  const { id, handle, displayName, standing, createdAt, deletedAt, members, agents, cases, audit } =
    organization
  const decides = useCan('decideCases')
  return (
    <Page
      title={displayName}
      lead={
        <Row>
          <StandingBadge standing={standing} />
          {deletedAt === null ? null : <Badge>{say('deleted')}</Badge>}
          <span>@{handle}</span>
          <span>{say('created', { day: formatDay(createdAt) })}</span>
          <code className={classes.id}>{id}</code>
        </Row>
      }
      actions={decides && deletedAt === null ? <OpenCaseOn kind="organization" subjectId={id} /> : undefined}
    >
      <Split
        aside={
          <>
            <Panel title={say('members')}>
              <RowList empty={say('none')}>
                {members.map(({ id: userId, displayName: name, email, role }) => (
                  <DetailRow
                    key={userId}
                    title={<Link to={`/operator/users/${userId}`}>{name}</Link>}
                    note={email}
                    end={role}
                  />
                ))}
              </RowList>
            </Panel>
            <Panel title={say('agents')}>
              <RowList empty={say('noAgents')}>
                {agents.map(
                  ({ id: agentId, handle: agentHandle, displayName: name, standing: agentStanding }) => (
                    <DetailRow
                      key={agentId}
                      title={<Link to={`/operator/agents/${agentId}`}>{name}</Link>}
                      note={`@${agentHandle}`}
                      end={agentStanding === 'good' ? null : <StandingBadge standing={agentStanding} />}
                    />
                  ),
                )}
              </RowList>
            </Panel>
          </>
        }
      >
        <CasesPanel cases={cases} />
        <AuditPanel audit={audit} target={id} />
      </Split>
    </Page>
  )
}
