import { useParams } from 'react-router'
import { useRead } from '../../api.ts'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Page, Panel, Row, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { adminApi } from '../admin-api.ts'
import { Crumb } from '../crumb.tsx'
import { CaseControls } from './case-controls.tsx'
import { nameIn, titleOf, type CaseProps } from './case-text.ts'
import classes from './case.module.css'
import { Decisions } from './decisions.tsx'
import { CaseHistory } from './history.tsx'
import { kindNames, reasonNames, stateNames, stateTones } from './labels.ts'
import { SnapshotView } from './snapshot.tsx'

/** One case: what was reported, by whom, what was decided, and the decision to take. */
export function CasePage() {
  const { caseId = '' } = useParams()
  const query = useRead(adminApi.moderation.getCase, { caseId }, { recorded: true })
  return <QueryPage query={query}>{(reply) => <CaseView case={reply.case} />}</QueryPage>
}

function CaseView({ case: shown }: CaseProps) {
  return (
    <Page title={titleOf(shown)} lead={<CaseFacts case={shown} />}>
      <Crumb name={titleOf(shown)} />
      <Split aside={<CaseControls case={shown} />}>
        <Panel
          title={say('snapshot')}
          actions={<small className="muted">{say('asOf', { time: formatDateTime(shown.createdAt) })}</small>}
        >
          <SnapshotView snapshot={shown.snapshot} />
        </Panel>
        <Reports case={shown} />
        <Decisions case={shown} />
        <CaseHistory case={shown} />
      </Split>
    </Page>
  )
}

function CaseFacts({ case: shown }: CaseProps) {
  const { state, kind, reasons, agent, id, userId } = shown
  return (
    <Row>
      <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      <Badge>{kindNames[kind]}</Badge>
      {reasons.map((reason) => (
        <Badge key={reason} tone="bad" bare>
          {reasonNames[reason]}
        </Badge>
      ))}
      {agent === null ? null : <Link to={`/operator/agents/${agent.name}`}>@{agent.name}</Link>}
      {userId === null ? null : (
        <Link to={`/operator/users/${userId}`}>{say('ownedBy', { name: nameIn(shown, userId) })}</Link>
      )}
      <code className={classes.id}>{id}</code>
    </Row>
  )
}

function Reports({ case: shown }: CaseProps) {
  const { reportList, reports } = shown
  if (reportList.length === 0) return null
  return (
    <Panel title={say('reportsOf', { count: reports })}>
      <ul className={classes.entries}>
        {reportList.map(({ id, reporter, reason, details, createdAt }) => (
          <li key={id}>
            <p className={classes.head}>
              <Link to={`/operator/users/${reporter}`}>{nameIn(shown, reporter)}</Link>
              <span>{reasonNames[reason]}</span>
              <RelativeTime time={createdAt} />
            </p>
            {details === '' ? null : <UserText text={details} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
