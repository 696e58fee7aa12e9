import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Writes the few kinds of CBOR (RFC 8949) that an authenticator needs. */
const encodeCbor = (value: unknown): Buffer => {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encodeCbor)])
}

const toText = (bytes: Buffer) => bytes.toString('base64url')
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Circumstances {
  origin: string
  rpId: string
  /** False if the person pressed a button but showed neither finger nor PIN. */
  isVerified?: boolean
  /** Of the assertion; by default the authenticator does not count. */
  counter?: number
  userHandle?: string
}

/** A passkey in software, as a browser's authenticator behaves (WebAuthn level 3, ES256, no attestation). */
export const createAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let handle = ''

  const buildData = ({ rpId, isVerified = true, counter = 0 }: Circumstances, credential = Buffer.alloc(0)) => {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, credential])
  }
  const buildClientData = (type: string, challenge: string, { origin }: Circumstances) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const wrap = (response: object) => ({
    id: toText(id),
    rawId: toText(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })

  return {
    id: toText(id),
    /** Answers `navigator.credentials.create`. */
    create(options: { challenge: string; user: { id: string } }, where: Circumstances) {
      handle = options.user.id
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encodeCbor(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', buildData(where, credential)],
      ])
      return wrap({
        clientDataJSON: toText(buildClientData('webauthn.create', options.challenge, where)),
        attestationObject: toText(encodeCbor(attestation)),
        transports: ['internal'],
      })
    },
    /** Answers `navigator.credentials.get`. */
    get(options: { challenge: string }, where: Circumstances) {
      const clientData = buildClientData('webauthn.get', options.challenge, where)
      const data = buildData(where)
      const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), privateKey)
      return wrap({
        clientDataJSON: toText(clientData),
        authenticatorData: toText(data),
        signature: toText(signature),
        userHandle: where.userHandle ?? handle,
      })
    },
  }
}
