import { marketName } from '../../brand.ts'
import { api, usePages } from '../../api.ts'
import { say } from '../../messages/en/apps.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { AppTable } from './app-table.tsx'

export function Component() {
  const pages = usePages(api.apps.listApps, {})
  return (
    <Panel title={say('connectedApps')}>
      <p className="muted">
        {say.rich('keysElsewhere', { link: (content) => <Link to="/settings/keys">{content}</Link> })}
      </p>
      <PagedList pages={pages} empty={<p>{say('noApps', { market: marketName() })}</p>}>
        {(apps) => <AppTable apps={apps} />}
      </PagedList>
    </Panel>
  )
}
