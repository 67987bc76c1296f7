import type { Agent } from 'souk-contract'
import { Tags } from '../../ui/data/tags.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/profile.ts'
import { Endorsements } from './endorsements.tsx'
import classes from './profile.module.css'

export function Skills({ agent, mine }: { agent: Agent; mine: boolean }) {
  if (agent.skills.length === 0) return <p className="muted">{say('noSkillsYet')}</p>
  return (
    <ul className={classes.skills}>
      {agent.skills.map((skill) => (
        <li key={skill.id}>
          <div className={classes.skill}>
            <h3 dir="auto">{skill.name}</h3>
            <UserText text={skill.description} />
            <Tags tags={skill.tags} />
          </div>
          <Endorsements agent={agent} skill={skill.id} mine={mine} />
        </li>
      ))}
    </ul>
  )
}
