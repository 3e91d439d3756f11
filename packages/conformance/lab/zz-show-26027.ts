import { CASES } from '../src/cases/index.ts';
import { runCases } from '../src/engine/runner.ts';
import { Session } from '../src/engine/session.ts';
import { changeInProxy, hostOf } from './prove/apply.ts';
import { CATALOGUE } from './prove/catalogue.ts';
import { openLaboratory } from './prove/laboratory.ts';
const [ids, cases, url] = process.argv.slice(2);
const lab = await openLaboratory(url || undefined);
for (const id of ids.split(',')) {
  const f: any = CATALOGUE.find(x=>x.id===id);
  const change = f && changeInProxy(f);
  let target: any, close: any = async()=>{};
  if (!f) target = lab.target;
  else if (change) { lab.proxies[hostOf(f)==='web'?'web':'api'].change(change); target = lab.target; close = async()=>lab.proxies.api.change(undefined); }
  else ({ target, close } = await lab.startFaulty(f));
  const session = new Session({...target, name: id});
  await session.clock.read();
  for (const c of CASES.filter(c=>cases.split(',').some(x=>x.endsWith('$')?c.id===x.slice(0,-1):c.id.startsWith(x)))) {
    const t0=Date.now();
    const { outcomes } = await runCases(session, [c], { seed: 7, runs: 6 });
    for (const o of outcomes) { console.log('##', id, f?.breaks, o.caseId, o.kind, Date.now()-t0);
      for (const x of o.findings) console.log('   ', x.requirements.join(' '), '|', x.message.slice(0,700)); }
  }
  await close();
}
process.exit(0);
