import { DirectoryError } from '../directory-error.ts';

/**
 * Currencies in use according to ISO 4217 (list one, 2026), without funds, metals, test codes and withdrawn currencies.
 */
export const CURRENCIES: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
   CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
   IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
   MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
   SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV
   WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

/** Rejects anything but the code of a currency in use. */
export function checkCurrency(code: string): void {
  if (!CURRENCIES.has(code)) {
    throw new DirectoryError(`${JSON.stringify(code)} is not a currency in use; give its ISO 4217 code, such as GBP.`);
  }
}

/** Rejects anything but the value of a coin. */
export function checkCoin(text: string): void {
  if (/^\d{1,6}(\.\d{1,4})?$/.test(text) && Number(text) > 0) return;
  throw new DirectoryError(`${JSON.stringify(text)} is not the value of a coin, such as 0.05 or 1.00.`);
}
