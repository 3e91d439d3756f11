/** A decimal string as the database would write it: no leading zeros, the decimals as they were sent. */
export function canonical<Text extends string | null>(decimal: Text): Text {
  return (decimal === null ? null : decimal.replace(/^0+(?=\d)/, '')) as Text;
}
