import { html } from 'hono/html';
import { encode } from 'uqr';
import type { Html } from '../../languages/html.ts';

/** A QR code as inline SVG. Dark on light in both colour schemes, since not every scanner reads the inverse. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="240" height="240">
    <rect width="100%" height="100%" fill="#fff" /><path d="${squares.join('')}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
