import type { Member, Role } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { InlineSelect } from '../../ui/forms/filters.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { say } from '../../messages/en/organizations.ts'

export const roles = {
  owner: say('owner'),
  admin: say('admin'),
  finance: say('finance'),
  member: say('member'),
} satisfies Record<Role, string>
export const invalidates = ['organizations', 'users'] as const

export function Members({ id, canManage }: { id: string; canManage: boolean }) {
  const pages = usePages(api.organizations.listMembers, { id }, { pollMs: 5000 })
  return (
    <PagedList pages={pages} empty={null}>
      {(members) => (
        <Stack gap={3}>
          {members.map((member) => (
            <MemberRow key={member.user.id} id={id} member={member} canManage={canManage} />
          ))}
        </Stack>
      )}
    </PagedList>
  )
}

const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

function MemberRow({ id, member, canManage }: { id: string; member: Member; canManage: boolean }) {
  const session = useSession()
  const change = useWrite(api.organizations.updateMember, { invalidates })
  const me = session.state === 'person' && session.user.id === member.user.id
  return (
    <Stack gap={2}>
      <Row spread>
        <strong>{me ? say('nameOfYou', { name: member.user.displayName }) : member.user.displayName}</strong>
        <Row>
          {canManage ? (
            <InlineSelect
              label={say('role')}
              value={member.role}
              options={Object.entries(roles)}
              onSelect={(role) =>
                isRole(role) ? change.mutate({ id, userId: member.user.id, role }) : undefined
              }
            />
          ) : (
            <Badge>{roles[member.role]}</Badge>
          )}
          {canManage || me ? <RemoveMember id={id} member={member} me={me} /> : null}
        </Row>
      </Row>
      {change.error === null ? null : <ErrorMessage error={change.error} />}
    </Stack>
  )
}

function RemoveMember({ id, member: { user }, me }: { id: string; member: Member; me: boolean }) {
  const navigate = useNavigate()
  const remove = useWrite(api.organizations.removeMember, {
    invalidates,
    onDone: () => (me ? void navigate('/organizations') : undefined),
  })
  return (
    <ConfirmButton
      label={me ? say('leave') : say('remove')}
      variant="quiet"
      title={me ? say('leaveThisOrganization') : say('removeTitle', { displayName: user.displayName })}
      confirmLabel={me ? say('leaveOrganization') : say('removeMember')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ id, userId: user.id })}
    >
      <p>{me ? say('leaveConsequence') : say('removeConsequence')}</p>
    </ConfirmButton>
  )
}
