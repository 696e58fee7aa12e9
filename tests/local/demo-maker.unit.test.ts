import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ProblemError } from '../../client/src/index.ts'
import { createMaker } from '../../local/demo/maker.ts'
import { openNotes } from '../../local/demo/notes.ts'
import { ownFolder } from '../support/folder.ts'

const aMaker = async (file: string, tenantId = 'tenant', signal = new AbortController().signal) => {
  const notes = await openNotes(file, tenantId)
  const none = { client: {} as never, api: '', mails: '', receiver: '', runSchedule: async () => undefined }
  return createMaker({ ...none, tenantId, notes, signal })
}

const aProblem = (errorCode: 'OPERATION_NOT_ALLOWED' | 'NOT_FOUND') =>
  new ProblemError(
    { type: '', title: '', status: 409, detail: 'No.', instance: 'urn:uuid:1', errorCode },
    new Headers(),
  )

const notesFile = async () => join(await ownFolder(), 'demo', 'notes.json')

it('makes a thing once, over restarts', async () => {
  const file = await notesFile()
  const made: string[] = []
  const make = async ({ idempotencyKey }: { idempotencyKey: string }) => {
    made.push(idempotencyKey)
    return 'id'
  }
  for (let start = 0; start < 3; start++) expect(await (await aMaker(file)).once('partner', make)).toBe('id')
  expect(made).toEqual(['demo partner'])
  expect((await aMaker(file)).known('partner')).toBe('id')
})

it('finds a thing that an interrupted start has made without noting it', async () => {
  const maker = await aMaker(await notesFile())
  const make = () => Promise.reject(new Error('it is there already'))
  expect(await maker.once('carrier', make, async () => 'radkurier')).toBe('radkurier')
})

it('drops the notes about another tenant', async () => {
  const file = await notesFile()
  await (await aMaker(file, 'old')).once('partner', async () => 'old id')
  expect(await (await aMaker(file, 'new')).once('partner', async () => 'new id')).toBe('new id')
})

it('takes a state that does not allow a change for one that the change has made, and nothing else', async () => {
  const maker = await aMaker(await notesFile())
  await maker.change('issued', () => Promise.reject(aProblem('OPERATION_NOT_ALLOWED')))
  expect(maker.known('issued')).toBe('done')
  await expect(maker.change('paid', () => Promise.reject(aProblem('NOT_FOUND')))).rejects.toThrow('No.')
  expect(() => maker.known('paid')).toThrow('The demo tenant has no paid.')
})

it('makes nothing more after the platform was stopped', async () => {
  const stopped = new AbortController()
  const maker = await aMaker(await notesFile(), 'tenant', stopped.signal)
  stopped.abort()
  await expect(maker.once('partner', async () => 'id')).rejects.toThrow()
  await expect(maker.until('a mail', async () => false)).rejects.toThrow()
})
