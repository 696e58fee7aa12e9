import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

interface HashCost {
  memoryKib: number
  passes: number
}

/** OWASP recommends these parameters for argon2id, with one degree of parallelism. */
export const PASSWORD_HASH_COST: HashCost = { memoryKib: 19456, passes: 2 }

let cost = PASSWORD_HASH_COST
const BYTES = 32

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

/** Makes passwords cheap to hash, for tests; a deployment never calls it. */
export const hashPasswordsAt = (other: HashCost): void => {
  cost = other
}

const hashWith = (password: string, nonce: Buffer, { memoryKib: memory, passes }: HashCost): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    memory,
    passes,
    parallelism: 1,
    tagLength: BYTES,
  })

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Returns the hash in PHC string format, which includes its parameters. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const { memoryKib, passes } = cost
  const hash = await hashWith(password, nonce, cost)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(hash)}`
}

/** Takes the same time without a stored hash, so that its duration does not reveal accounts. */
export const matchesPassword = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [, memory, passes, nonce, hash] = FORM.exec(stored ?? '') ?? []
  if (!nonce || !hash) {
    await hashWith(password, randomBytes(16), cost)
    return false
  }
  const storedCost = { memoryKib: Number(memory), passes: Number(passes) }
  const actual = await hashWith(password, Buffer.from(nonce, 'base64'), storedCost)
  return timingSafeEqual(actual, Buffer.from(hash, 'base64'))
}
