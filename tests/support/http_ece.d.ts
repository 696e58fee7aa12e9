declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** What a browser does with a Web Push message. */
  export const decrypt: (
    message: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ) => Buffer
}
