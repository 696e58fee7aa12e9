import type { Member } from '../../../../lib/iam/member.ts'
import { ROLES } from '../../../../schemas/roles.ts'
import { type Choose, change, chooseAmong, create } from './choose.ts'

const MEMBERS = '/api/iam/members'

const invite: Choose = (world) => {
  const person = world.pick(world.people)
  const body = { email: person?.email, role: world.random() < 0.3 ? 'owner' : world.pick(ROLES) }
  return create(world, 'invite member', MEMBERS, body)
}

/** Follows a link that was mailed, mostly the latest. */
const accept: Choose = (world) => {
  const links = world.mails.flatMap(({ text }) => /accept-invitation\S*token=([\w.-]+)/.exec(text)?.[1] ?? [])
  const token = world.random() < 0.7 ? links.at(-1) : world.pick(links)
  const url = '/api/v1/iam/auth/accept-invitation'
  return token ? { action: 'accept invitation', method: 'POST', url, body: { token }, by: undefined } : invite(world)
}

const changeMember: Choose = (world) => {
  const member = world.pick(world.list<Member>('member'))
  if (!member) return undefined
  const url = `${MEMBERS}/${member.id}`
  const role = world.random() < 0.4 ? 'owner' : world.pick(ROLES)
  return chooseAmong(
    world,
    () => change(world, 'change role', url, { method: 'PATCH', body: { role } }),
    () => change(world, 'suspend member', `${url}/suspend`),
    () => change(world, 'reinstate member', `${url}/reinstate`),
    () => (world.random() < 0.5 ? change(world, 'remove member', url, { method: 'DELETE' }) : undefined),
  )
}

/** Requests about the members of the tenant. */
export const chooseMemberRequest: Choose = (world) => chooseAmong(world, invite, accept, accept, changeMember)
