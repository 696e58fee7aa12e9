import { expect } from 'vitest'
import type { client } from '../support/client.ts'

export type Reader = Pick<ReturnType<typeof client>, 'get' | 'post'>

/** Resources of which each kind needs scopes of its own, beside the one of them all. */
export interface Guarded<K extends string> {
  /** Path of their list. */
  path: string
  /** Path below a resource that redirects to its content. */
  content: string
  read: string
  /** The resource of each kind; there are no others. */
  ids: Readonly<Record<K, string>>
}

const listKinds = <K extends string>(ids: Readonly<Record<K, string>>) => Object.keys(ids) as K[]

/** Names the resources that the reader gets in each way, and what its list says that their number is. */
const readBy = async <K extends string>(reader: Reader, { path, content, read, ids }: Guarded<K>) => {
  const kinds = listKinds(ids)
  const listed = await reader.get(`${path}?itemsPerPage=100`)
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const at = `${path}/${ids[kind]}`
      const subject = at.replace('/api/', 'commerce:///')
      return {
        kind,
        get: (await reader.get(at)).status,
        content: (await reader.get(`${at}/${content}`)).status,
        can: (await reader.post('/api/auth/can', { scopes: [read], subject })).body[read],
      }
    }),
  )
  const namedBy = (test: (each: (typeof found)[number]) => boolean) => found.filter(test).map(({ kind }) => kind)
  return {
    list:
      listed.body.member &&
      kinds.filter((kind) => listed.body.member.some(({ id }: { id: string }) => id === ids[kind])),
    totalItems: listed.body.totalItems,
    got: namedBy(({ get }) => get === 200),
    missing: namedBy(({ get, content: status }) => get === 404 && status === 404),
    downloaded: namedBy(({ content: status }) => status === 302),
    allowed: namedBy(({ can }) => can.allowed),
  }
}

/** Expects that these kinds are read in every way, and that all others are as if they did not exist. */
export const expectReads = async <K extends string>(reader: Reader, guarded: Guarded<K>, kinds: readonly K[]) =>
  expect(await readBy(reader, guarded)).toEqual({
    ...{ list: kinds, totalItems: kinds.length, got: kinds, downloaded: kinds, allowed: kinds },
    missing: listKinds(guarded.ids).filter((kind) => !kinds.includes(kind)),
  })

/** Expects that a reader without the scope of them all is refused everywhere. */
export const expectRefused = async <K extends string>(reader: Reader, guarded: Guarded<K>, scope: string) => {
  const { path, content, ids } = guarded
  const paths = listKinds(ids).flatMap((kind) => [`${path}/${ids[kind]}`, `${path}/${ids[kind]}/${content}`])
  const answers = await Promise.all([path, ...paths].map((each) => reader.get(each)))
  expect(new Set(answers.map(({ status }) => status)), scope).toEqual(new Set([403]))
}
