/** An argument of a call, or an option of the client, that cannot be sent. Nothing was sent. */
export declare class InvalidCall extends TypeError {
  readonly name = 'InvalidCall';
}
