import { locale } from '../texts/texts.ts';

const dollars = (digits: number) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', minimumFractionDigits: digits });
const [cents, small] = [dollars(2), dollars(4)];

/** US dollars, which the table of prices is in: `$0.17`, and with four digits what is less than ten cents: `$0.0012`. */
export function formatMoney(amount: number): string {
  return (amount > 0 && amount < 0.1 ? small : cents).format(amount);
}
