/** A call that DynamoDB would refuse whatever the table holds, or because of what it holds. */
export class Refusal extends Error {
  override readonly name = 'ValidationException'
}
