import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { parseId } from '../id.ts'
import { invalid, Problem } from '../problem.ts'
import { partition } from '../store/entities/entity.ts'
import { packLarge, unpack } from '../store/table/pack.ts'
import type { Item, Table } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'
import type { Answer, Opened } from './call.ts'

// Idempotency records:  T#<tenant>#idempotency / <operation>#<hash of key>   bodyHash, answer, expiresAt; the key of a
//                       service account is hashed with its id, so that no caller is answered what another one was

const KEPT_SECONDS = 24 * 3600

/** Thrown if a request with the same key was faster; contains the answer to that request. */
export class Replayed extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('answered before')
    this.answer = answer
  }
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

interface StoredAnswer {
  bodyHash: string
  /** Packed if it is large. */
  answer: Answer | Uint8Array
  expiresAt: number
}

const replay = (record: StoredAnswer, bodyHash: string): Answer => {
  if (record.bodyHash !== bodyHash)
    throw new Problem(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another request. Send this one with another key.',
    )
  const answer = record.answer instanceof Uint8Array ? unpack<Answer>(record.answer) : record.answer
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
}

/** Reads the Idempotency-Key of a request; undefined if it has none. */
export const readIdempotencyKey = (operation: string, { call, headers, pathParameters }: Opened) => {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  if (!given.trim() || given.length > 255)
    throw invalid({ propertyPath: 'Idempotency-Key', message: 'must have 1 to 255 characters' })
  const { caller, now, body } = call
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const key = {
    pk: partition(caller?.tenant ?? (caller?.identity as string), 'idempotency'),
    sk: `${operation}#${hashText(caller?.type === 'service_account' ? `${caller.identity}\n${given}` : given)}`,
  }
  // The key is scoped to the operation, so the path belongs to what is compared.
  const named = Object.values(pathParameters ?? {}).map((value) => parseId(value ?? '') ?? value)
  const bodyHash = hashText((canonicalize(body) ?? '') + named.map((value) => `\n${value}`).join(''))

  return {
    async find(db: Table): Promise<Answer | undefined> {
      const record = await db.get<StoredAnswer>(key)
      return record && record.expiresAt > nowSeconds ? replay(record, bodyHash) : undefined
    },
    /** Writes the answer together with the changes, so that a crash leaves both or neither. */
    remember(unit: Unit, answer: Answer): void {
      unit.add(
        {
          put: {
            ...key,
            kind: 'idempotency',
            bodyHash,
            answer: packLarge(answer) ?? answer,
            expiresAt: nowSeconds + KEPT_SECONDS,
          },
          when: 'attribute_not_exists(pk) OR #expiresAt <= :now',
          values: { ':now': nowSeconds },
        },
        { refuse: (standing) => new Replayed(replay(standing as Item & StoredAnswer, bodyHash)), isDecisive: true },
      )
    },
  }
}
