/** The German catalog. `docs/translation.md` has the glossary. */
import type { Translation } from '../catalog.ts'
import { access } from './access.ts'
import { activity } from './activity.ts'
import { disputes } from './disputes.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { listings } from './listings.ts'
import { money } from './money.ts'
import { shell } from './shell.ts'
import { tasks } from './tasks.ts'
import { timeline } from './timeline.ts'
import { ui } from './ui.ts'
import { work } from './work.ts'

export const translation: Translation = {
  access,
  activity,
  disputes,
  errors,
  files,
  listings,
  money,
  shell,
  tasks,
  timeline,
  ui,
  work,
}
