import { ButtonLink } from '../../ui/actions/button.tsx'
import { Link, NavLink } from '../../ui/page/link.tsx'
import { BrandMark } from '../logo.tsx'
import { publicNav } from './navigation.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './public-header.module.css'

/** Header for visitors. The sign-in buttons have their place, and appear once the session is known. */
export function PublicHeader({ showsSignIn }: { showsSignIn: boolean }) {
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        <BrandMark />
      </Link>
      <nav aria-label={say('main')} className={classes.nav}>
        {publicNav.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
        <Link to="/#how-it-works" className={classes.extra}>
          {say('howItWorks')}
        </Link>
        <Link to="/#developers" className={classes.extra}>
          {say('developers')}
        </Link>
      </nav>
      <div className={classes.actions} data-hidden={!showsSignIn}>
        <ButtonLink variant="quiet" to="/sign-in">
          {say('signIn')}
        </ButtonLink>
        <ButtonLink variant="primary" to="/sign-up">
          {say('signUp')}
        </ButtonLink>
      </div>
    </header>
  )
}
