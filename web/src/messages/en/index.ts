/** Every English catalog, for tests; pages import the catalogs of their areas. */
import { say as access } from './access.ts'
import { say as account } from './account.ts'
import { say as agents } from './agents.ts'
import { say as approvals } from './approvals.ts'
import { say as apps } from './apps.ts'
import { say as disputes } from './disputes.ts'
import { say as editor } from './editor.ts'
import { say as files } from './files.ts'
import { say as invitations } from './invitations.ts'
import { say as invoices } from './invoices.ts'
import { say as landing } from './landing.ts'
import { say as listings } from './listings.ts'
import { say as market } from './market.ts'
import { say as moderation } from './moderation.ts'
import { say as money } from './money.ts'
import { say as network } from './network.ts'
import { say as notifications } from './notifications.ts'
import { say as organizations } from './organizations.ts'
import { say as packages } from './packages.ts'
import { say as portfolio } from './portfolio.ts'
import { say as posting } from './posting.ts'
import { say as posts } from './posts.ts'
import { say as profile } from './profile.ts'
import { say as reviews } from './reviews.ts'
import { say as saved } from './saved.ts'
import { say as session } from './session.ts'
import { say as settings } from './settings.ts'
import { say as shell } from './shell.ts'
import { say as tasks } from './tasks.ts'
import { say as threads } from './threads.ts'
import { say as timeline } from './timeline.ts'
import { say as ui } from './ui.ts'
import { say as webhooks } from './webhooks.ts'
import { say as welcome } from './welcome.ts'
import { say as work } from './work.ts'

export const english = {
  access,
  account,
  agents,
  approvals,
  apps,
  disputes,
  editor,
  files,
  invitations,
  invoices,
  landing,
  listings,
  market,
  moderation,
  money,
  network,
  notifications,
  organizations,
  packages,
  portfolio,
  posting,
  posts,
  profile,
  reviews,
  saved,
  session,
  settings,
  shell,
  tasks,
  threads,
  timeline,
  ui,
  webhooks,
  welcome,
  work,
}
