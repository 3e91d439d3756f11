/** A record's number in a path or a query; what cannot be one names nothing. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
