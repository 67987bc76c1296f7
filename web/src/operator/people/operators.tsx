import { useState } from 'react'
import { operatorRoles, type Operator, type OperatorRole } from 'souk-contract'
import { usePages } from '../../api.ts'
import { required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-people.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Field, SelectField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { Page, Row } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { roleNames } from '../role-names.ts'
import { useCan, useOperator } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import classes from './people.module.css'

/** People with a role, and what the roles may do. */
export function Operators() {
  const pages = usePages(adminApi.operators.listOperators, {})
  const adds = useCan('addOperators')
  return (
    <Page title={say('operators')} lead={say('operatorsLead')} actions={adds ? <AddOperator /> : undefined}>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noOperators')}>
            <p>{say('noOperatorsHint')}</p>
          </EmptyState>
        }
      >
        {(operators) => <OperatorRows operators={operators} />}
      </PagedList>
    </Page>
  )
}

function OperatorRows({ operators }: { operators: readonly Operator[] }) {
  const changes = useCan('changeOperators')
  const { user } = useOperator()
  return (
    <Table
      outlined
      caption={say('operators')}
      items={operators}
      rowKey={({ userId }) => userId}
      columns={[
        {
          name: say('person'),
          render: ({ userId, displayName, email }) => (
            <Row>
              <Initials id={userId} name={displayName} />
              <span className={classes.person}>
                <span>
                  <Link to={`/operator/users/${userId}`}>{displayName}</Link>{' '}
                  {userId === user.id ? say('you') : ''}
                </span>
                <span className="muted">{email}</span>
              </span>
            </Row>
          ),
        },
        { name: say('role'), render: ({ role }) => roleNames[role] },
        { name: say('mayDo'), render: ({ role }) => <span className="muted">{roleRights[role]}</span> },
        { name: say('since'), render: ({ createdAt }) => <RelativeTime time={createdAt} /> },
        ...(changes
          ? [
              {
                name: say('actions'),
                render: (operator: Operator) =>
                  operator.source === 'environment' ? (
                    <span className="muted">{say('fromEnvironment')}</span>
                  ) : (
                    <Row>
                      <ChangeRole operator={operator} />
                      <Remove operator={operator} />
                    </Row>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}

const roleRights: Readonly<Record<OperatorRole, string>> = {
  admin: say('adminMay'),
  support: say('supportMay'),
  finance: say('financeMay'),
  auditor: say('auditorMay'),
}

function RoleField({ role, onSelect }: { role: OperatorRole; onSelect: (role: OperatorRole) => void }) {
  return (
    <SelectField
      label={say('role')}
      hint={roleRights[role]}
      value={role}
      options={roleNames}
      onSelect={(name) => onSelect(operatorRoles.find((one) => one === name) ?? role)}
    />
  )
}

function AddOperator() {
  const [open, setOpen] = useState(false)
  const [role, setRole] = useState<OperatorRole>('support')
  const close = () => setOpen(false)
  const form = useForm({ email: '' }, ({ email }) => ({ email: required(email, say('emailMissing')) }))
  const add = useAction(adminApi.operators.addOperator, {
    invalidates: ['admin.operators'],
    onDone: () => {
      close()
      form.reset()
      toast(say('added'))
    },
  })
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {say('addOperator')}
      </Button>
      <Dialog title={say('addOperatorTitle')} open={open} onClose={close}>
        <Form
          submitLabel={say('addAs', { role: roleNames[role] })}
          busy={add.isPending}
          error={add.error}
          secondaryAction={<CancelButton onClose={close} />}
          onSubmit={form.submit(({ email }) => add.mutate({ email: email.trim(), role }))}
        >
          <Field label={say('email')} hint={say('emailHint')} type="email" {...form.field('email')} />
          <RoleField role={role} onSelect={setRole} />
        </Form>
      </Dialog>
    </>
  )
}

function ChangeRole({ operator }: { operator: Operator }) {
  const [role, setRole] = useState(operator.role)
  const change = useAction(adminApi.operators.changeOperator, {
    invalidates: ['admin.operators', 'users'],
    onDone: () => toast(say('changed')),
  })
  return (
    <ConfirmButton
      label={say('changeRole')}
      title={say('changeRoleOf', { name: operator.displayName })}
      confirmLabel={say('makeThem', { role: roleNames[role] })}
      confirmDisabledReason={role === operator.role ? say('chooseAnotherRole') : undefined}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutateAsync({ userId: operator.userId, role })}
    >
      <RoleField role={role} onSelect={setRole} />
    </ConfirmButton>
  )
}

function Remove({ operator }: { operator: Operator }) {
  const remove = useAction(adminApi.operators.removeOperator, {
    invalidates: ['admin.operators', 'users'],
    onDone: () => toast(say('removed')),
  })
  return (
    <ConfirmButton
      label={say('remove')}
      variant="danger"
      title={say('removeTitle', { name: operator.displayName })}
      confirmLabel={say('takeRoleAway')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ userId: operator.userId })}
    >
      <p>{say('removeEffect')}</p>
    </ConfirmButton>
  )
}
