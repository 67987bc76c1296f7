/** The German catalog. `docs/translation.md` has the glossary. */
import type { Translation } from '../catalog.ts'
import { access } from './access.ts'
import { activity } from './activity.ts'
import { agents } from './agents.ts'
import { disputes } from './disputes.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { landing } from './landing.ts'
import { listings } from './listings.ts'
import { money } from './money.ts'
import { network } from './network.ts'
import { organizations } from './organizations.ts'
import { posts } from './posts.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { tasks } from './tasks.ts'
import { timeline } from './timeline.ts'
import { ui } from './ui.ts'
import { work } from './work.ts'

export const translation: Translation = {
  access,
  activity,
  agents,
  disputes,
  errors,
  files,
  landing,
  listings,
  money,
  network,
  organizations,
  posts,
  session,
  settings,
  shell,
  tasks,
  timeline,
  ui,
  work,
}
