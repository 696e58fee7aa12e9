import { makeOnce } from '../make-once.ts'
import { CALL_LIMITS } from '../outbound/call-limits.ts'

/** Generates and unwraps data keys, both with the same context. */
export interface DataKeys {
  generate(context: Record<string, string>): Promise<{ plain: Uint8Array; wrapped: Uint8Array }>
  unwrap(wrapped: Uint8Array, context: Record<string, string>): Promise<Uint8Array>
}

/** Returns data keys of KMS, whose client is loaded on first use. */
export const createKmsDataKeys = (KeyId: string): DataKeys => {
  const loaded = makeOnce(async () => {
    const kms = await import('@aws-sdk/client-kms')
    return { ...kms, client: new kms.KMSClient(CALL_LIMITS) }
  })
  return {
    async generate(EncryptionContext) {
      const { client, GenerateDataKeyCommand } = await loaded()
      const made = await client.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext }))
      return { plain: made.Plaintext as Uint8Array, wrapped: made.CiphertextBlob as Uint8Array }
    },
    async unwrap(CiphertextBlob, EncryptionContext) {
      const { client, DecryptCommand } = await loaded()
      const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext }))
      return Plaintext as Uint8Array
    },
  }
}

let open = createKmsDataKeys

/** Opens the data keys of a key, in KMS unless the process makes them itself. */
export const openDataKeys = (keyId: string): DataKeys => open(keyId)

/** Lets a process on one machine make its data keys itself; the rest of the platform does not know. */
export const openDataKeysBy = (other: (keyId: string) => DataKeys): void => {
  open = other
}
