/** Says what the audit trail holds of the changes of a kind of resource. */
export interface AuditRule<Field extends string = string> {
  /** Fields with data of a person who has an account; their values are kept apart, so that they can be erased. */
  personal?: readonly Field[]
  /** Fields of which the trail says only that they changed: secrets, and data of people outside, such as buyers. */
  hidden?: readonly Field[]
  /**
   * The extent to which the platform's own work is recorded: by default the same as of people's. `summary` is for kinds that
   * imports change by the thousand: the ids and revisions of all resources of a transaction, without their fields. `none` is
   * for kinds that change all the time and have a log of their own. Of both, creating records no values, whoever does it: they
   * are in the resource, and a change records what was there before.
   */
  platform?: 'summary' | 'none'
}
