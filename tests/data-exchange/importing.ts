import { expect } from 'vitest'
import { ROW_KINDS } from '../../functions/data-exchange/imports/row-kinds.ts'
import { runImport } from '../../lib/data-exchange/imports/run-import.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import type { Member } from '../support/client.ts'

export const IMPORTS = '/api/data-exchange/imports'

export const upload = (member: Member, text: string | Buffer) =>
  aReadyFile(member, Buffer.from(text), { name: 'rows.csv', mimeType: 'text/csv', purpose: 'import' })

/** Begins an import of a file with this content. */
export const begin = async (member: Member, kind: string, text: string | Buffer, fields: object = {}) => {
  const {
    status,
    body,
    text: answer,
  } = await member.post(IMPORTS, { fileId: await upload(member, text), kind, ...fields })
  expect(status, answer).toBe(201)
  return body.id
}

export const work = (member: Member, importId: string, using = app()) =>
  runImport(using, { tenant: member.tenant, importId }, app().clock(), ROW_KINDS)

export const read = async (member: Member, id: string) => (await member.get(`${IMPORTS}/${id}`)).body

/** Imports a file to its end. */
export const importAll = async (...[member, kind, text, fields]: Parameters<typeof begin>) => {
  const id = await begin(member, kind, text, fields)
  await work(member, id)
  return await read(member, id)
}

export const rows = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
