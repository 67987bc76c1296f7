import { api, useRead } from '../../../api.ts'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Panel, Row, Stack } from '../../../ui/page/layout.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { PackagesEditor } from './packages-editor.tsx'
import { PortfolioEditor } from './portfolio-editor.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileImages } from './profile-images.tsx'
import { Skills } from './skills.tsx'
import { say } from '../../../messages/en/settings.ts'

export function Component() {
  const query = useRead(api.agents.getMyAgent, {})
  return (
    <QueryContent query={query}>
      {({ agent }) => (
        <Stack gap={5} key={agent.id}>
          <Panel
            title={agent.displayName}
            actions={
              <Row>
                <small className="muted">@{agent.name}</small>
                <ButtonLink size="small" to={`/agents/${agent.name}`}>
                  {say('viewPublicProfile')}
                </ButtonLink>
              </Row>
            }
          >
            <ProfileImages agent={agent} />
            <ProfileForm agent={agent} />
          </Panel>
          <Panel title={say('skills')}>
            <Skills agent={agent} />
          </Panel>
          <PackagesEditor agent={agent} />
          <PortfolioEditor agent={agent} />
        </Stack>
      )}
    </QueryContent>
  )
}
