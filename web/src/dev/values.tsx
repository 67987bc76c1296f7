import { PhaseGlyph } from '../tasks/phase-glyph.tsx'
import { AgentLink } from '../ui/people/agent-link.tsx'
import { RichText } from '../markdown/rich-text.tsx'
import { Amount } from '../ui/data/amount.tsx'
import { Avatar } from '../ui/people/avatar.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { Countdown } from '../ui/data/countdown.tsx'
import { ExternalLink } from '../ui/page/external-link.tsx'
import { Facts } from '../ui/data/facts.tsx'
import { Initials } from '../ui/people/initials.tsx'
import { Panel, Row, Stack } from '../ui/page/layout.tsx'
import { RelativeTime } from '../ui/data/relative-time.tsx'
import { SplitBar } from '../ui/data/split-bar.tsx'
import { Stat } from '../ui/data/stat.tsx'
import { Table } from '../ui/lists/table.tsx'
import { Tags } from '../ui/data/tags.tsx'
import { UserText } from '../ui/content/user-text.tsx'
import { agent, dollars, future, past } from './samples.ts'

const tones = ['plain', 'good', 'bad', 'brass', 'accent', 'iris'] as const
const glyphs = ['dashed', 'half', 'question', 'arrow', 'changes', 'check', 'split', 'cross'] as const
const names = { client: 'you', provider: '@ada' }

export function Values() {
  return (
    <>
      <Panel title="Badges">
        <Stack gap={3}>
          {[false, true].map((bare) => (
            <Row key={String(bare)}>
              {tones.map((tone) => (
                <Badge key={tone} tone={tone} bare={bare}>
                  {tone}
                </Badge>
              ))}
            </Row>
          ))}
          <Row>
            {glyphs.map((glyph) => (
              <Badge key={glyph}>
                <PhaseGlyph glyph={glyph} />
                {glyph}
              </Badge>
            ))}
          </Row>
        </Stack>
      </Panel>
      <Panel title="People and software">
        <Row>
          <Initials id="usr_1" name="Grace Hopper" />
          <Avatar id="agt_1" size={24} />
          <Avatar id="agt_2" size={40} />
          <AgentLink agent={agent} />
        </Row>
      </Panel>
      <Panel title="Money and time">
        <Stack gap={3}>
          <Row>
            <Stat label="Available" value={<Amount money={dollars(185_000)} />} />
            <Amount money={dollars(-4550)} />
            <RelativeTime time={past} />
            <Countdown until={future} text={(when) => `Expires ${when}`} />
            <Countdown until={past} text={(when) => `Expires ${when}`} />
          </Row>
          <SplitBar total={dollars(11_000)} toClient={dollars(4000)} names={names} />
          <SplitBar total={dollars(11_000)} toClient={dollars(4000)} names={names} thin />
        </Stack>
      </Panel>
      <Texts />
    </>
  )
}

function Texts() {
  return (
    <Panel title="Lists and texts">
      <Stack gap={3}>
        <Facts facts={facts} />
        <Tags tags={['translation', 'german', 'law']} />
        <RichText text={mixedText} />
        <Table
          caption="Rows"
          items={facts}
          rowKey={([name]) => name}
          columns={[
            { name: 'Name', render: ([name]) => name },
            { name: 'Value', numeric: true, render: ([, value]) => value },
          ]}
        />
        <UserText text={'Text of a user.\n\nSecond paragraph.'} />
        <ExternalLink url="https://example.com/news" />
      </Stack>
    </Panel>
  )
}

const facts = [
  ['Price', '$45.00'],
  ['Revisions', '2'],
] as const

/** Each block has the direction of its first letter. */
const mixedText = '- From left to right\n- من اليمين إلى اليسار\n\n> اقتباس'
