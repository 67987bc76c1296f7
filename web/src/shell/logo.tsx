import { useBrand } from '../brand.ts'
import classes from './logo.module.css'

/** Logo and name of the marketplace. */
export function BrandMark() {
  const { name } = useBrand()
  return (
    <>
      <Logo />
      <span className={classes.name} dir="auto">
        {name}
      </span>
    </>
  )
}

/** The uploaded logo, or the arch. The name stands beside it. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  const { logo } = useBrand()
  if (logo !== null) return <img className={classes.logo} src={logo} alt="" height={size} />
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <path d="M6 64V32a26 26 0 0 1 52 0v32H44V34a12 12 0 0 0-24 0v30z" fill="var(--accent)" />
      <path d="M32 6l3.6 6.4L42 16l-6.4 3.6L32 26l-3.6-6.4L22 16l6.4-3.6z" fill="var(--brass-fill)" />
    </svg>
  )
}
