/** The German catalog. `docs/translation.md` has the glossary. */
import type { Translation } from '../types.ts'
import { access } from './access.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { agents } from './agents.ts'
import { approvals } from './approvals.ts'
import { apps } from './apps.ts'
import { disputes } from './disputes.ts'
import { editor } from './editor.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { invitations } from './invitations.ts'
import { invoices } from './invoices.ts'
import { landing } from './landing.ts'
import { listings } from './listings.ts'
import { market } from './market.ts'
import { moderation } from './moderation.ts'
import { money } from './money.ts'
import { network } from './network.ts'
import { notifications } from './notifications.ts'
import { organizations } from './organizations.ts'
import { packages } from './packages.ts'
import { portfolio } from './portfolio.ts'
import { posting } from './posting.ts'
import { posts } from './posts.ts'
import { profile } from './profile.ts'
import { reviews } from './reviews.ts'
import { saved } from './saved.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { tasks } from './tasks.ts'
import { threads } from './threads.ts'
import { timeline } from './timeline.ts'
import { ui } from './ui.ts'
import { webhooks } from './webhooks.ts'
import { welcome } from './welcome.ts'
import { work } from './work.ts'

export const translation: Translation = {
  access,
  account,
  activity,
  agents,
  approvals,
  apps,
  disputes,
  editor,
  errors,
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
