/** A message that cannot be brought to its recipient, now or later; `code` says why. */
export class Undeliverable extends Error {
  readonly code: 'NO_TEMPLATE' | 'NO_ADDRESS' | 'TARGET_GONE'

  constructor(code: Undeliverable['code']) {
    super(code)
    this.code = code
  }
}
