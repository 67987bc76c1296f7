import { Archive, ArchiveRestore } from 'lucide-react'
import { formatRecent } from '../../lib/format/format-recent.ts'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/work.ts'
import { sections, type Section } from '../../tasks/section.ts'
import { Deadline } from '../../tasks/deadline.tsx'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Party } from '../../ui/people/party.tsx'
import classes from './board.module.css'
import { nextStepOf } from './next-step.ts'
import { taskPath, type WorkRow } from './rows.ts'
import type { WorkView } from './work-view.ts'

export const sectionNames: Readonly<Record<Section, string>> = {
  attention: say('needsYourAttention'),
  progress: say('inProgress'),
  waiting: say('waitingForOthers'),
  closed: say('closed'),
}

/** Closed tasks on the board; the table has all. */
const closedMax = 8

/** Tasks by next step. Narrow screens show the columns one below the other, without empty ones. */
export function Board({ rows, filters, ...view }: WorkView) {
  return (
    <div className={classes.board}>
      {sections.map((section) => {
        const items = rows.filter((row) => row.section === section)
        const shown = section === 'closed' ? items.slice(0, closedMax) : items
        return (
          <section
            key={section}
            className={classes.column}
            aria-label={sectionNames[section]}
            data-empty={items.length === 0}
          >
            <header className={classes.head}>
              <h2>{sectionNames[section]}</h2>
              <Count section={section} count={items.length} />
              {shown.length === items.length ? null : (
                <button type="button" className={classes.all} onClick={() => filters.set('view', 'table')}>
                  {say('seeAll', { count: items.length })}
                </button>
              )}
            </header>
            <ul className={classes.cards}>
              {shown.map((row) => (
                <TaskCard key={row.id} row={row} {...view} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** Number of tasks in a section; brass where the viewer has to act. */
export function Count({ section, count }: { section: Section; count: number }) {
  return <span className={section === 'attention' && count > 0 ? classes.yours : classes.count}>{count}</span>
}

type TaskCardProps = Pick<WorkView, 'selected' | 'onToggle' | 'onArchive' | 'reviewable'> & {
  readonly row: WorkRow
}

function TaskCard({ row, selected, onArchive, reviewable }: TaskCardProps) {
  const { id, market, other } = row
  const step = nextStepOf(market, reviewable.has(id))
  return (
    <li className={classes.card} data-item={id} data-selected={selected.has(id)}>
      <div className={classes.row}>
        <PhaseBadge market={market} bare />
        <span className={classes.role}>{market.role === 'client' ? say('hiring') : say('working')}</span>
      </div>
      <h3>
        <Link to={taskPath(row)} className={classes.link} dir="auto">
          {market.title}
        </Link>
      </h3>
      <div className={classes.row}>
        <span className={classes.party}>
          <Party party={other} />
        </span>
        {market.terms?.price === undefined ? null : (
          <strong className={classes.amount}>
            <Amount money={market.terms.price} />
          </strong>
        )}
      </div>
      <div className={classes.foot}>
        <Due row={row} short={step !== undefined} />
        {row.section === 'closed' ? <ArchiveButton row={row} onArchive={onArchive} /> : null}
        {step === undefined ? null : (
          <span className={classes.step}>
            <ButtonLink size="small" to={taskPath(row)}>
              {step}
            </ButtonLink>
          </span>
        )}
      </div>
    </li>
  )
}

type ArchiveButtonProps = Pick<WorkView, 'onArchive'> & { readonly row: WorkRow }

export function ArchiveButton({ row, onArchive }: ArchiveButtonProps) {
  const Icon = row.archived ? ArchiveRestore : Archive
  const label = row.archived
    ? say('restoreTask', { title: row.market.title })
    : say('archiveTask', { title: row.market.title })
  return (
    <button type="button" className={classes.archive} aria-label={label} onClick={() => onArchive([row])}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/** The next timeout, in brass only where the viewer has to act; of ended tasks, when they ended. */
export function Due({ row: { market, task, section }, short = false }: { row: WorkRow; short?: boolean }) {
  const now = useNow(60_000)
  return (
    <span className={section === 'attention' ? classes.urgent : classes.due}>
      {market.deadlines === undefined ? (
        <time dateTime={task.status.timestamp} title={formatDateTime(task.status.timestamp)}>
          {formatRecent(task.status.timestamp, now)}
        </time>
      ) : (
        <Deadline market={market} short={short} />
      )}
    </span>
  )
}
