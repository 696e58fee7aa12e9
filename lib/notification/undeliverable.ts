/** Thrown if a message can never be delivered; `code` gives the reason. */
export class Undeliverable extends Error {
  readonly code: 'NO_TEMPLATE' | 'NO_ADDRESS' | 'TARGET_GONE'

  constructor(code: Undeliverable['code']) {
    super(code)
    this.code = code
  }
}
