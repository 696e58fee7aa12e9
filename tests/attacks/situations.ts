import { newId } from '../../lib/platform/id.ts'
import { AUTH, anOwner, type Owner, PASSWORD, registered, somebody, verified } from '../iam/people.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Received, send } from '../support/client.ts'

/** Prepares one request and returns what sends it, so that only the request is counted and measured. */
export type Probe = () => Promise<() => Promise<Received>>

/** Situations that a request may meet, by name; to whoever asks all of them must look the same. */
export type Situation = Readonly<Record<string, Probe>>

let addresses = 0
const post = (path: string, body: unknown) => {
  const number = ++addresses
  return send('POST', `${AUTH}/${path}`, { body, from: `10.6.${Math.floor(number / 250) % 250}.${number % 250}` })
}

/** Failures after which an account is closed for a while. */
const MAX_FAILURES = 10

/** Returns another address after so many uses, in turn. */
const taking = (make: () => Promise<string>, uses: number) => {
  let used = uses
  let current = ''
  return async () => {
    if (used === uses) [current, used] = [await make(), 0]
    used++
    return current
  }
}

const emailOf = async (person: Promise<{ email: string }> | { email: string }) => (await person).email

const guess = (email: string) => () => post('login', { email, password: 'a wrong guess' })

const guessAt = (make: () => Promise<string>): Probe => {
  const next = taking(make, MAX_FAILURES - 1)
  return async () => guess(await next())
}

const closed = async (email: string) => {
  for (let i = 0; i < MAX_FAILURES; i++) await guess(email)()
  return email
}
/** Origins have as many tries again, each of them; an address is used once here. */
const guessAtClosed = (make: () => Promise<string>): Probe => {
  const next = taking(async () => closed(await make()), Number.POSITIVE_INFINITY)
  return async () => guess(await next())
}

const mailing = (path: string, make: () => Promise<string>): Probe => {
  return async () => {
    const email = await make()
    return () => post(path, { email })
  }
}

const known = () => emailOf(verified())
const unverified = () => emailOf(registered())
const unknown = () => emailOf(somebody())
/** Uses few accounts again and again, where an earlier request changes nothing. */
const ofOne = (make: () => Promise<string>) => taking(make, Number.POSITIVE_INFINITY)

const MAX_INVITED = 20
const inviting = (chooseEmail: (account: string) => Promise<string> | string): Probe => {
  let owner: Promise<Owner> | undefined
  let invited = 0
  return async () => {
    if (!owner || ++invited >= MAX_INVITED) [owner, invited] = [anOwner(), 0]
    // The hash of a password slows down what follows it, so an account is made whoever is invited then.
    const [by, account] = [await owner, await known()]
    const email = await chooseEmail(account)
    return () => by.post('/api/iam/members', { email, role: 'viewer' })
  }
}

const [reader, stranger] = [await aMember(), await aMember()]
const read = (id: string) => () => reader.get(`/api/partner/partners/${id}`)
const foreignId = ofOne(async () => (await aPartner(stranger)).id)

export const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a sign-in with a wrong password': {
    known: guessAt(known),
    unknown: guessAt(unknown),
    unverified: guessAt(unverified),
  },
  'a sign-in at a closed account': {
    known: guessAtClosed(known),
    unknown: guessAtClosed(unknown),
    unverified: guessAtClosed(unverified),
  },
  'a request for a new password': {
    known: mailing('request-password-reset', ofOne(known)),
    unknown: mailing('request-password-reset', ofOne(unknown)),
    unverified: mailing('request-password-reset', ofOne(unverified)),
  },
  'a request for a confirmation': {
    known: mailing('resend-verification', ofOne(known)),
    unknown: mailing('resend-verification', ofOne(unknown)),
    unverified: mailing('resend-verification', ofOne(unverified)),
  },
  'a registration': Object.fromEntries(
    Object.entries({ known: ofOne(known), unknown, unverified: ofOne(unverified) }).map(([name, make]) => [
      name,
      async () => {
        const email = await make()
        return () => post('register', { email, password: PASSWORD, firstName: 'Ada' })
      },
    ]),
  ),
  'an invitation': { known: inviting((account) => account), unknown: inviting(unknown) },
  'a read of another record': {
    foreign: async () => read(await foreignId()),
    missing: async () => read(newId(new Date())),
  },
}
