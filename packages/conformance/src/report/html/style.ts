/** Styles of the report, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --ok: #1a7f4b; --bad: #c0362c; --dim: #8a8f8c; --line: #8884; --warn: #b7791f; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 84rem; margin: auto; padding: 1.5rem; }
header { border-left: .5rem solid var(--bad); padding: .2rem 1rem; }
header.verdict-0 { border-color: var(--ok); } header.verdict-2 { border-color: var(--warn); }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; } h2 { margin-top: 2.5rem; } header p { margin: .2rem 0; }
.counts { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; list-style: none; padding: 0; }
.counts b { font-size: 1.4rem; } .counts .failed b { color: var(--bad); } .counts .passed b { color: var(--ok); }
main > details { border: 1px solid var(--line); border-left: .3rem solid var(--bad); margin: .5rem 0; padding: .5rem 1rem; }
main > details.expected-failure, main > details.recommendation { border-left-color: var(--warn); } summary { cursor: pointer; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .6rem; font-size: .85em; }
table { border-collapse: collapse; width: 100%; font-size: .85em; } th, td { text-align: left; padding: .2rem .5rem; vertical-align: top; }
tbody tr { border-top: 1px solid var(--line); } th[scope=row] { font-weight: 500; white-space: nowrap; }
.wide { overflow-x: auto; }
.picture td { text-align: right; min-width: 2.6rem; } .picture th[scope=col] { text-align: right; }
.seen { background: color-mix(in srgb, var(--ok) 25%, transparent); }
.unseen { background: color-mix(in srgb, var(--warn) 25%, transparent); }
.legend span { padding: 0 .5rem; border-radius: 1rem; font-size: .85em; }
.tags { display: flex; flex-wrap: wrap; gap: .3rem; list-style: none; margin: 0; padding: 0; }
.tags li { padding: 0 .5rem; border-radius: 1rem; }
.squares { display: flex; flex-wrap: wrap; gap: 3px; padding: .2rem 0; }
.squares a { width: .9rem; height: .9rem; border-radius: 2px; background: var(--dim); overflow: hidden; }
.squares a span { opacity: 0; } .squares a.kept { background: var(--ok); } .squares a.broken { background: var(--bad); }
.requirements tr td:first-child { border-left: .3rem solid var(--dim); min-width: 16rem; overflow-wrap: anywhere; }
.requirements td:last-child { min-width: 14rem; overflow-wrap: anywhere; }
.requirements tr.kept td:first-child { border-color: var(--ok); } .requirements tr.broken td:first-child { border-color: var(--bad); }
tr:target { outline: 2px solid var(--warn); }
@media (max-width: 40rem) { main { padding: .8rem; } th[scope=row] { white-space: normal; overflow-wrap: anywhere; } }
`;
