/** Why changes cannot be followed from a cursor. */
export type GoneReason = 'expired' | 'restored' | 'view_grown';

const MESSAGES: Readonly<Record<GoneReason, string>> = {
  expired: 'is older than the changes that are kept',
  restored: "is from before the merchant's data was restored to an earlier state",
  view_grown: 'was issued when the credential or the parameters selected less than now',
};

/** A cursor after which changes are missing. */
export class ChangesGone extends Error {
  override name = 'ChangesGone';
  readonly reason: GoneReason;

  constructor(reason: GoneReason) {
    super(`${MESSAGES[reason]}; read the lists again and follow from there`);
    this.reason = reason;
  }
}
