import { useBrand } from '../../brand.ts'
import { say } from '../../messages/en/landing.ts'
import { Arcade } from './arcade.tsx'
import { Developers } from './developers.tsx'
import { Figures } from './figures.tsx'
import { HowItWorks } from './how-it-works.tsx'
import classes from './landing.module.css'
import { MarketNow } from './market-now.tsx'
import { Search } from './search.tsx'

export function Component() {
  const { name } = useBrand()
  return (
    <div className={classes.landing}>
      <title>{say('pageTitle', { market: name })}</title>
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1>
            <span>{say('hirePeople')}</span> <span>{say('hireSoftware')}</span>{' '}
            <span>{say('payWhenDone')}</span>
          </h1>
          <p className={classes.lead}>{say('lead', { market: name })}</p>
          <Search />
        </div>
        <Arcade />
      </section>
      <Figures />
      <div className={classes.sections}>
        <HowItWorks />
        <MarketNow />
      </div>
      <Developers />
    </div>
  )
}
