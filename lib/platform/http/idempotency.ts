import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { parseId } from '../id.ts'
import { invalid, Problem } from '../problem.ts'
import { partition } from '../store/entities/entity.ts'
import { claim, type LeaseAttributes, release, requireHeldBy } from '../store/table/lease.ts'
import { packLarge, unpack } from '../store/table/pack.ts'
import type { Item, Table } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'
import type { Answer, Opened } from './call.ts'

// Idempotency records:  T#<tenant>#idempotency / <operation>#<hash of key>   bodyHash, answer, expiresAt; the key of a
//                       service account is hashed with its id, so that no caller is answered what another one was. A
//                       request that acts outside claims its key (claimedBy, claimedUntil) until the answer is written

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

const CLAIM: LeaseAttributes = { by: 'claimedBy', until: 'claimedUntil' }
/** Longer than any function runs that answers requests. */
const CLAIMED_MS = 30_000

interface StoredAnswer {
  bodyHash: string
  /** Packed if it is large; absent while the request is being worked on. */
  answer?: Answer | Uint8Array
  expiresAt: number
}

const replay = ({ bodyHash: before, answer: given }: StoredAnswer, bodyHash: string): Answer | undefined => {
  if (before !== bodyHash)
    throw new Problem(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another request. Send this one with another key.',
    )
  const answer = given instanceof Uint8Array ? unpack<Answer>(given) : given
  return answer && { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
}

const buildInProgressProblem = () =>
  new Problem(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key has not finished yet. Send the same request again to get its answer.',
    { headers: { 'Retry-After': '2' } },
  )

/** Reads the Idempotency-Key of a request; undefined if it has none. */
export const readIdempotencyKey = (operation: string, { call, headers, pathParameters }: Opened) => {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  if (!given.trim() || given.length > 255)
    throw invalid({ propertyPath: 'Idempotency-Key', message: 'must have 1 to 255 characters' })
  const { id: by, caller, now, body } = call
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const key = {
    pk: partition(caller?.tenant ?? (caller?.identity as string), 'idempotency'),
    sk: `${operation}#${hashText(caller?.type === 'service_account' ? `${caller.identity}\n${given}` : given)}`,
  }
  // The key is scoped to the operation, so the path belongs to what is compared.
  const named = Object.values(pathParameters ?? {}).map((value) => parseId(value ?? '') ?? value)
  const bodyHash = hashText((canonicalize(body) ?? '') + named.map((value) => `\n${value}`).join(''))

  const find = async (db: Table): Promise<Answer | undefined> => {
    const record = await db.get<StoredAnswer>(key)
    return record && record.expiresAt > nowSeconds ? replay(record, bodyHash) : undefined
  }
  const refuse = (standing: Item | undefined) => {
    const answer = replay(standing as Item & StoredAnswer, bodyHash)
    return answer ? new Replayed(answer) : buildInProgressProblem()
  }

  return {
    find,
    /** Keeps other requests with the key from acting too. Returns the answer to an earlier one, or throws if it has none yet. */
    async claim(db: Table): Promise<Answer | undefined> {
      const until = new Date(now.getTime() + CLAIMED_MS)
      const claimed = await claim(
        db,
        CLAIM,
        key,
        { by, now, until },
        {
          set: '#kind = :kind, #bodyHash = :bodyHash, #expiresAt = :expiresAt REMOVE #answer',
          when: '(attribute_not_exists(#answer) OR #expiresAt <= :seconds)',
          values: {
            ...{ ':kind': 'idempotency', ':bodyHash': bodyHash, ':seconds': nowSeconds },
            ':expiresAt': Math.ceil(until.getTime() / 1000),
          },
          isBookkeeping: true,
        },
      )
      if (claimed) return undefined
      const answered = await find(db)
      if (!answered) throw buildInProgressProblem()
      return answered
    },
    /** Lets the next request with the key act, because this one was refused. If this fails, the claim ends by itself. */
    async release(db: Table): Promise<void> {
      await db.update({ ...release(CLAIM, key, by), isBookkeeping: true }).catch(() => undefined)
    },
    /** Writes the answer together with the changes, so that a crash leaves both or neither. */
    remember(unit: Unit, answer: Answer, { isClaimed }: { isClaimed: boolean }): void {
      const held = requireHeldBy(CLAIM, by)
      unit.add(
        {
          put: {
            ...key,
            kind: 'idempotency',
            bodyHash,
            answer: packLarge(answer) ?? answer,
            expiresAt: nowSeconds + KEPT_SECONDS,
          },
          ...(isClaimed
            ? { ...held, when: `attribute_not_exists(pk) OR ${held.when}` }
            : { when: 'attribute_not_exists(pk) OR #expiresAt <= :now', values: { ':now': nowSeconds } }),
        },
        { refuse, isDecisive: true },
      )
    },
  }
}

/** The Idempotency-Key of a request can be looked up, claimed, released and answered. */
export type Idempotency = NonNullable<ReturnType<typeof readIdempotencyKey>>
