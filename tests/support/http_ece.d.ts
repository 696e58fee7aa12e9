declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts a Web Push message as a browser does. */
  export const decrypt: (
    message: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ) => Buffer
}
