import { BlankPage, Split } from '../../ui/page/layout.tsx'
import { say } from '../../messages/en/ui.ts'
import classes from './profile-skeleton.module.css'

/** Placeholder in the shape of a profile, so that nothing moves when it has loaded. */
export function ProfileSkeleton() {
  return (
    <BlankPage>
      <div role="status" aria-label={say('loading')} className={classes.skeleton}>
        <Split aside={<span className={classes.panel} />}>
          <span className={classes.banner} />
          <span className={classes.title} />
          <span className={classes.line} />
          <span className={classes.strip} />
          <span className={classes.line} />
          <div className={classes.cards}>
            <span />
            <span />
            <span />
          </div>
        </Split>
      </div>
    </BlankPage>
  )
}
