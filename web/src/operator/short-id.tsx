import { Link } from '../ui/page/link.tsx'
import { pageOf } from './audit/page-of.ts'
import classes from './agent-name.module.css'

/** `task_…8m9n`, linked to its page; the whole id is the tooltip. */
export function ShortId({ id }: { id: string }) {
  const [prefix = '', rest = ''] = id.split('_')
  const text = rest.length > 8 ? `${prefix}_…${rest.slice(-6)}` : id
  const page = pageOf(id)
  const code = (
    <code className={classes.id} title={id}>
      {text}
    </code>
  )
  return page === undefined ? code : <Link to={page}>{code}</Link>
}

/** The name of an object, linked to its page; the short id if it has none. */
export function NamedId({ id, name }: { id: string; name: string | null }) {
  const page = pageOf(id)
  if (name === null || page === undefined) return <ShortId id={id} />
  return (
    <Link to={page} title={id} dir="auto">
      {name}
    </Link>
  )
}
