import { html } from 'hono/html';
import { amount } from './amount.ts';
import type { Sales } from './sales.ts';

/** Width of a bar as a share of a day's width. */
const BAR = 0.7;

/** One bar per day, repeated as a sentence and a table. The chart is as wide as the page. */
export function salesChart({ currency, total, days }: Sales) {
  const highest = Math.max(...days.map(({ height }) => height));
  const best = days.find(({ height }) => height === highest);
  const [first, last] = [days[0], days.at(-1)];
  const bars = days.map(({ date, height }, index) => {
    const size = (Math.max(0, height) / highest) * 100;
    return html`<rect x="${index + (1 - BAR) / 2}" y="${100 - size}" width="${BAR}" height="${size}"><title>${date}: ${amount(height, currency)}</title></rect>`;
  });
  const sentence = `${amount(total, currency)} net from ${first?.date} to ${last?.date}. The best day was ${best?.date}, with ${amount(highest, currency)}.`;
  return html`<figure>
    <figcaption>${sentence}</figcaption>
    <svg role="img" aria-label="Net sales by day. ${sentence}" viewBox="0 0 ${days.length} 100" preserveAspectRatio="none">
      <path class="grid" d="M0 0H${days.length}M0 50H${days.length}M0 100H${days.length}" />${bars}
    </svg>
    <p class="axis" aria-hidden="true"><span>${first?.date}</span><span>${last?.date}</span></p>
    <details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Net sales by day and store"><table>
      <thead><tr><th scope="col">Day</th><th scope="col">Store</th><th scope="col" class="number">Net</th></tr></thead>
      <tbody>${days.map(({ date, stores }) =>
        stores.map(
          ({ name, net }) =>
            html`<tr><td>${date}</td><td>${name}</td><td class="number">${amount(net, currency)}</td></tr>`,
        ),
      )}</tbody>
    </table></div></details>
  </figure>`;
}
