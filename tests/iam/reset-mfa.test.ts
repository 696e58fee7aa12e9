import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { commands } from '../../operator/commands.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { challenged, codeOf, withTotp } from './factors.ts'
import { ask, laterBy, signedIn } from './people.ts'

beforeEach(() => useApp(undefined))

const reset = (...args: string[]) => (commands['mfa reset'] as (args: string[]) => Promise<string>)(args)

describe('the operator', () => {
  it('removes the factors of a person who lost them, ends all sessions and mails the person', async () => {
    const person = await withTotp()
    const { mfaToken } = await challenged(person)
    expect(await reset(person.email, 'Ticket', '4711')).toContain('Removed the factors: 1.')
    expect((await person.before.get('/api/iam/me')).body.errorCode).toBe('SESSION_REVOKED')
    expect((await ask('mfa', { mfaToken, code: codeOf(person.secret) })).status).toBe(400)
    laterBy(120)
    const who = await signedIn(person)
    expect((await who.get('/api/iam/mfa/factors')).body.totalItems).toBe(0)
    await drainEvents()
    const [mail] = (await mailsTo(person.email)).filter(({ subject }) => subject.startsWith('All second factors'))
    expect(mail?.text).toContain('our support removed all second factors')
    await expect(reset(person.email, 'Ticket 4711')).rejects.toThrow('This account has no second factor.')
  })

  it('needs an account, and a note without an address', async () => {
    const person = await withTotp()
    for (const note of ['', ' ', `asked by ${person.email}`, 'x'.repeat(201)])
      await expect(reset(person.email, note)).rejects.toThrow('Give a note')
    await expect(reset('nobody@example.com', 'Ticket 4711')).rejects.toThrow('No account')
    expect((await challenged(person)).factors).toContain('totp')
  })
})
